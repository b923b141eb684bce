import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { startBeforeTests } from '../../../../../test/support/before-tests.ts';
import { createTestDatabase } from '../../../../../test/support/test-database.ts';
import { cdpRho } from '../../../../engines/synthesize/index.ts';
import type { Column, Table } from '../../../../engines/table/table.ts';
import { guaranteeOf } from '../../../data/source-guarantee.ts';
import { type Spending, sketchKey, spendPrivacy } from './privacy-ledger.ts';
import { peopleSketch } from './privacy-ledger-sketch.ts';

const db = startBeforeTests(createTestDatabase);
let key: string;
beforeAll(async () => {
  key = await sketchKey(db.database);
});

function file(from: number, to: number): Table {
  const names = Array.from({ length: (to - from) * 2 }, (_, i) => `C${from + (i >> 1)}`);
  const dictionary = [...new Set(names)];
  const places = new Map(dictionary.map((name, i) => [name, i]));
  const codes = Int32Array.from(names, (name) => places.get(name)!);
  const column: Column = { kind: 'category', name: 'customer_id', dictionary, codes };
  return { rows: names.length, columns: [column] };
}

const people = (from: number, to: number) => peopleSketch(file(from, to), 'customer_id', key);
const spending = (tenantId: string, epsilon: number, sketch: string[]): Spending => ({
  tenantId,
  runId: randomUUID(),
  filename: 'movements.csv',
  unit: 'customer_id',
  sketch,
  epsilon,
  cost: { rho: cdpRho(epsilon, 1e-6), delta: 1e-6 },
  operation: 'fit',
  mechanism: 'MST',
  engine: 'synthesize/1',
});
const entries = async (tenantId: string) =>
  (
    await db.database.owner.query<{ source_id: string; sequence: number; nano_rho: string }>(
      'select source_id, sequence, nano_rho from public.privacy_ledger where tenant_id = $1 order by 1, 2',
      [tenantId],
    )
  ).rows;

test('costs add up as zCDP has it, until the budget refuses with the numbers and nothing is spent', async () => {
  const tenant = randomUUID();
  const one = people(0, 400);
  const [first] = await spendPrivacy(db.database, spending(tenant, 1, one));
  expect((await guaranteeOf(db.database.owner, [first!])).epsilon).toBeCloseTo(1, 6);
  for (let i = 0; i < 2; i++) await spendPrivacy(db.database, spending(tenant, 1, one));
  // Three fits at (1, 1e-6) compose to epsilon 1.80641 by the accounting on the method page.
  expect(await guaranteeOf(db.database.owner, [first!])).toMatchObject({ clean: true });
  expect((await guaranteeOf(db.database.owner, [first!])).epsilon).toBeCloseTo(1.80641, 4);
  await spendPrivacy(db.database, spending(tenant, 8, one));
  const before = await entries(tenant);
  await expect(spendPrivacy(db.database, spending(tenant, 8, one))).rejects.toThrow(
    /does not cover epsilon 8: 8\.\d\d of 10 is spent; the total would be 12\.\d\d /,
  );
  expect(await entries(tenant)).toEqual(before);
  expect(before.map(({ sequence }) => sequence)).toEqual([1, 2, 3, 4]);
});

test('the same people in another file have the same ledger; other people and other tenants have their own', async () => {
  const tenant = randomUUID();
  const [source] = await spendPrivacy(db.database, spending(tenant, 1, people(0, 2000)));
  expect(await spendPrivacy(db.database, spending(tenant, 1, people(0, 2300)))).toEqual([source]);
  expect(await spendPrivacy(db.database, spending(tenant, 1, people(500, 900)))).toEqual([source]);
  const [other] = await spendPrivacy(db.database, spending(tenant, 1, people(9000, 9400)));
  expect(other).not.toBe(source);
  const both = await spendPrivacy(db.database, spending(tenant, 1, people(1000, 9400)));
  expect(both.sort()).toEqual([source, other].sort());
  const stranger = randomUUID();
  expect(await spendPrivacy(db.database, spending(stranger, 1, people(0, 2000)))).not.toContain(
    source,
  );
});

test('two at once do not overdraw', async () => {
  const tenant = randomUUID();
  const asked = Array.from({ length: 4 }, () =>
    spendPrivacy(db.database, spending(tenant, 8, people(0, 300))),
  );
  const settled = await Promise.allSettled(asked);
  expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(await entries(tenant)).toHaveLength(1);
});

test('nobody takes an entry back, and a change by force is seen', async () => {
  const tenant = randomUUID();
  const [source] = await spendPrivacy(db.database, spending(tenant, 1, people(0, 300)));
  const { owner } = db.database;
  const where = `where tenant_id = '${tenant}'`;
  for (const statement of [
    `update public.privacy_ledger set nano_rho = 0 ${where}`,
    `delete from public.privacy_ledger ${where}`,
    `update public.privacy_sources set budget_rho = 99 ${where}`,
    'truncate public.privacy_ledger cascade',
  ]) {
    await expect(owner.query(statement)).rejects.toThrow('append-only');
  }
  await owner.query('alter table public.privacy_ledger disable trigger append_only');
  await owner.query(`update public.privacy_ledger set nano_rho = 1 ${where}`);
  await owner.query('alter table public.privacy_ledger enable trigger append_only');
  expect(await guaranteeOf(owner, [source!])).toMatchObject({ clean: false });
  await expect(spendPrivacy(db.database, spending(tenant, 1, people(0, 300)))).rejects.toThrow(
    'Entry 1 of the privacy ledger was changed',
  );
});

test('a ledger whose newest entries were cut by force refunds nothing', async () => {
  const tenant = randomUUID();
  const one = people(0, 300);
  for (let i = 0; i < 3; i++) await spendPrivacy(db.database, spending(tenant, 1, one));
  const { owner } = db.database;
  await owner.query('alter table public.privacy_ledger disable trigger append_only');
  await owner.query('delete from public.privacy_ledger where tenant_id = $1 and sequence > 1', [
    tenant,
  ]);
  await owner.query('alter table public.privacy_ledger enable trigger append_only');
  await expect(spendPrivacy(db.database, spending(tenant, 1, one))).rejects.toThrow(
    'The privacy ledger lacks 2 entries of the log.',
  );
});
