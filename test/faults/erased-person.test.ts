import { join } from 'node:path';
import pg from 'pg';
import { expect, test } from 'vitest';
import { checkDatabase } from '../../src/cli/verify/check-database.ts';
import { newVerdict } from '../../src/cli/verify/findings.ts';
import { readTrust } from '../../src/cli/verify/trust.ts';
import { verifyLog } from '../../src/cli/verify/verify-log.ts';
import { storeReader } from '../../src/product/proof/log-files.ts';
import { startBeforeTests } from '../support/before-tests.ts';
import { valuesInDatabase } from '../support/find-values.ts';
import { packFolder, unpack } from './tamper/pack-folder.ts';
import { startPackSandbox } from './tamper/pack-sandbox.ts';
import { settled, verified } from './tamper/tamper-packs.ts';

const sandbox = startBeforeTests(async () => {
  const started = await startPackSandbox();
  return { ...started, close: started.stop };
});

async function find(value: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: sandbox.url });
  await client.connect();
  try {
    return await valuesInDatabase(client, [value]);
  } finally {
    await client.end();
  }
}

test('an erased person is gone from everything readable, and every proof holds', async () => {
  const { database, files, superadmin, members, batches, keys, folder } = sandbox;
  const { email, id } = members.approver;
  const asSuperadmin = (statement: string, values: unknown[]) =>
    database.asCaller(superadmin.caller, (tx) => tx.query(statement, values));
  const erase = () => asSuperadmin("select public.erase_person($1, 'Request of 2026')", [id]);
  await settled(sandbox);
  const earlier = await sandbox.packOf('before', batches.approved);
  expect((await find(email)).length).toBeGreaterThan(3);

  await expect(erase()).rejects.toThrow('Delete the account first');
  await asSuperadmin('delete from public.profiles where id = $1', [id]);
  // An account that left still names who approved.
  expect(await find(email)).toContain('private.log_openings.person: bob@bank.example');
  await database.owner.query('update public.organizations set legal_hold = true');
  await expect(erase()).rejects.toThrow('Legal hold');
  await database.owner.query('update public.organizations set legal_hold = false');
  await erase();
  expect(await find(email)).toEqual([]);
  await expect(erase()).rejects.toThrow('This person was already erased');

  await settled(sandbox);
  const later = await sandbox.packOf('after', batches.approved);
  await unpack(later, join(folder, 'after'));
  const pack = packFolder(join(folder, 'after'));
  expect(pack.read('approvals.json')).toContain('"approved_by": "erased"');
  for (const name of ['log/entries.jsonl', 'approvals.json', 'decisions.json', 'evidence.json']) {
    expect(pack.read(name)).not.toContain(email);
  }
  for (const path of [earlier, later]) {
    const { broken } = await verified(path, keys);
    expect([path, broken]).toEqual([path, []]);
  }
  const { checked } = await verified(later, keys);
  expect(checked).toContainEqual(expect.stringMatching(/^The person of entry \d+ was erased, /));
  const log = newVerdict();
  const checkpoint = await verifyLog(storeReader(files), readTrust({ vkey: keys }), log);
  await checkDatabase({ database, files, checkpoint: checkpoint!, verdict: log });
  expect(log.broken).toEqual([]);
});
