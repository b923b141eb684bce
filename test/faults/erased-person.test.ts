import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { expect, test } from 'vitest';
import { checkDatabase } from '../../src/cli/verify/check-database.ts';
import { newVerdict } from '../../src/cli/verify/findings.ts';
import { readTrust } from '../../src/cli/verify/trust.ts';
import { verifyLog } from '../../src/cli/verify/verify-log.ts';
import { readAccess } from '../../src/platform/database/access.ts';
import { rotateKey } from '../../src/product/proof/change-key.ts';
import { storeReader } from '../../src/product/proof/log-files.ts';
import { openLogKey } from '../../src/product/proof/log-key.ts';
import { restoreLog } from '../../src/product/proof/restore-log.ts';
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

async function withLogPool<Result>(work: (pool: pg.Pool) => Promise<Result>): Promise<Result> {
  const pool = new pg.Pool({ connectionString: (await readAccess(sandbox.url)).logUrl, max: 1 });
  try {
    return await work(pool);
  } finally {
    await pool.end();
  }
}

test('packs made before and after a rotation of the key are proven with the old and the new keys', async () => {
  const { folder, files, keys, batches } = sandbox;
  const oldKeys = join(folder, 'old-keys.txt');
  copyFileSync(keys, oldKeys);
  await settled(sandbox);
  const earlier = await sandbox.packOf('before-rotation', batches.approved);
  await withLogPool((pool) => rotateKey({ pool, files, path: join(folder, 'log-key') }));
  await settled(sandbox);
  const later = await sandbox.packOf('after-rotation', batches.approved);
  for (const path of [earlier, later]) {
    for (const trusted of [oldKeys, keys]) {
      expect([path, trusted, (await verified(path, trusted)).broken]).toEqual([path, trusted, []]);
    }
  }
});

test.runIf(process.env.TEST_LONG)(
  'packs of a restored log state what the database lost, and an unproven loss is broken',
  async () => {
    const { folder, files, keys, batches, database, members } = sandbox;
    await settled(sandbox);
    const { rows } = await database.owner.query<{ size: number; run: string }>(
      `select (select count(*) from log.leaves)::int as size,
            (select run_id from public.governance_audit where batch_id = $1) as run`,
      [batches.excepted],
    );
    const { size, run } = rows[0]!;
    await database.asCaller(members.second.caller, (tx) =>
      tx.query("select public.revoke_model_run($1, 'No longer used.')", [run]),
    );
    await settled(sandbox);
    const earlier = await sandbox.packOf('before-restore', batches.excepted);
    await settled(sandbox);
    const client = new pg.Client({ connectionString: sandbox.url });
    await client.connect();
    // Takes the database back to the time ahead of the revocation.
    await client.query(
      `begin;
     set local session_replication_role = replica;
     delete from private.log_openings o using log.leaves l where l.outbox_id = o.outbox_id and l.seq >= ${size};
     delete from log.leaves where seq >= ${size};
     delete from log.checkpoints where size > ${size};
     update public.model_approvals set closed_at = null, closed_by = null, closed_reason = null where run_id = '${run}';
     update public.governance_audit set approved_for_production = true where run_id = '${run}';
     commit`,
    );
    await client.end();
    const key = openLogKey(join(folder, 'log-key'), 'sandbox.example');
    const { missing } = await withLogPool((pool) => restoreLog({ pool, files, key }));
    expect(missing?.kinds).toMatchObject({ 'model.revoked': 1, 'pack.made': 1 });
    await settled(sandbox);
    expect((await verified(earlier, keys)).broken).toEqual([]);
    const today = new Date().toISOString().slice(0, 10);
    const later = [
      await sandbox.packOf('after-restore', batches.excepted),
      await sandbox.pack('day-after-restore', { kind: 'period', from: today, to: today }),
    ];
    for (const path of later) {
      const { broken, unchecked } = await verified(path, keys);
      expect([path, broken]).toEqual([path, []]);
      expect(unchecked).toContainEqual(
        expect.stringContaining('the database lost what they record'),
      );
    }
    const log = newVerdict();
    const checkpoint = await verifyLog(storeReader(files), readTrust({ vkey: keys }), log);
    await checkDatabase({ database, files, checkpoint: checkpoint!, verdict: log });
    expect(log.broken).toEqual([]);
    await unpack(later[0]!, join(folder, 'claimed'));
    const pack = packFolder(join(folder, 'claimed'));
    pack.editLines(([line, ...lines]) => [{ ...line, lost: true }, ...lines]);
    pack.list();
    expect((await verified(pack.path, keys)).broken).toContainEqual(
      expect.objectContaining({ kind: 'opening missing' }),
    );
  },
);
