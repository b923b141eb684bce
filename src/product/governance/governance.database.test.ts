import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { beforeAll, expect, test } from 'vitest';
import { startBeforeTests } from '../../../test/support/before-tests.ts';
import { pdfText } from '../../../test/support/pdf-text.ts';
import { type ProductHost, startProductHost } from '../../../test/support/product-host.ts';
import { openLocalFileStore } from '../../platform/files/local.ts';
import { openLogKey } from '../proof/log-key.ts';
import { sealLog } from '../proof/seal-log.ts';
import { governanceFunctions } from './functions.ts';

type Member = Awaited<ReturnType<ProductHost['member']>>;
const host = startBeforeTests(() => startProductHost(governanceFunctions));
let ada: Member;
let stranger: Member;

beforeAll(async () => {
  ada = await host.member('ada@bank.example', 'pilot_user');
  stranger = await host.member('cy@other.example', 'admin');
  for (const [tenant, dataset] of [
    [ada.orgId, 'older.csv'],
    [ada.orgId, 'newer.csv'],
    [stranger.orgId, 'secret.csv'],
  ]) {
    await host.db.database.owner.query(
      `insert into public.governance_audit (tenant_id, model_type, dataset_ref, accuracy_score)
       values ($1, 'Pattern analysis', $2, 0.5)`,
      [tenant, dataset],
    );
  }
});

test("export-audit-pdf: the tenant's records, newest first, and who exported them", async () => {
  const answer = await host.call('export-audit-pdf', {}, { token: ada.token });
  expect(answer.status).toBe(200);
  const text = pdfText(answer.bytes);
  expect(text).toContain('Bank of ada@bank.example');
  expect(text).toContain('2 records');
  expect(text.indexOf('newer.csv')).toBeGreaterThan(0);
  expect(text.indexOf('newer.csv')).toBeLessThan(text.indexOf('older.csv'));
  expect(text).not.toContain('secret.csv');
  const { rows } = await host.db.database.owner.query(
    `select tenant_id, actor_email, object_type, object_id, detail
       from audit.events where action = 'audit.exported'`,
  );
  expect(rows).toEqual([
    {
      tenant_id: ada.orgId,
      actor_email: 'ada@bank.example',
      object_type: 'governance_audit',
      object_id: ada.orgId,
      detail: { records: 2, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) },
    },
  ]);
});

test('export-audit-pdf: states how far the log is sealed', async () => {
  const before = await host.call('export-audit-pdf', {}, { token: ada.token });
  expect(pdfText(before.bytes)).toContain('Log: nothing is sealed yet');
  const folder = mkdtempSync(join(tmpdir(), 'sandbox log '));
  const pool = new pg.Pool({ connectionString: host.db.logUrl });
  const key = openLogKey(join(folder, 'log-key'), 'sandbox.example');
  const sealed = await sealLog({ pool, files: openLocalFileStore(join(folder, 'storage')), key });
  await pool.end();
  rmSync(folder, { recursive: true, force: true });
  const { rows } = await host.db.database.owner.query<{ size: string; sealed_at: Date }>(
    'select size, sealed_at from private.log_status()',
  );
  const { size, sealed_at: at } = rows[0]!;
  expect(sealed).not.toBeNull();
  const after = await host.call('export-audit-pdf', {}, { token: ada.token });
  const lines = pdfText(after.bytes).split('\n');
  const checkpoint = lines.find((line) => line.startsWith('Checkpoint'));
  expect(checkpoint).toMatch(/^Checkpoint: sandbox\.example\/log\/[0-9a-f]{8}, /);
  expect(checkpoint).toContain(`, ${size} entries, sealed ${new Date(at).toISOString()}`);
  expect(lines).toContain('Last external signature: none');
  expect(lines.find((line) => /^Root: [A-Za-z0-9+/]{43}=$/.test(line))).toBeDefined();
});

test('export-audit-pdf: who belongs to no organization has a trail of their own', async () => {
  await host.db.database.owner.query('update public.profiles set org_id = null where id = $1', [
    stranger.id,
  ]);
  const answer = await host.call('export-audit-pdf', {}, { token: stranger.token });
  const text = pdfText(answer.bytes);
  expect(text).toContain('Personal');
  expect(text).toContain('0 records');
});

test('export-audit-pdf: visitors and unknown keys are refused', async () => {
  expect((await host.call('export-audit-pdf', {})).status).toBe(401);
  expect((await host.call('export-audit-pdf', { all: true }, { token: ada.token })).status).toBe(
    400,
  );
});
