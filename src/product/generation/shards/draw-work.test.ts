import { createHash, randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { longTest } from '../../../../test/support/long-test.ts';
import { streamFor } from '../../../engines/random/stream.ts';
import { fit, type Model, modelToBytes, sample } from '../../../engines/synthesize/index.ts';
import { encodeCsv } from '../../../engines/table/encode-csv.ts';
import { parseColumns } from '../../../engines/table/parse-columns.ts';
import { plainTable } from '../../../engines/table/plain-table.ts';
import type { Table } from '../../../engines/table/table.ts';
import { openLocalFileStore } from '../../../platform/files/local.ts';
import { rowsOf, sqlPath, withDuckDb } from '../../../platform/tabular/duckdb.ts';
import { parquetFromCsv } from '../../../platform/tabular/parquet/parquet-from-csv.ts';
import { gatherShards } from './commit-shards.ts';
import { planShards, planText, readPlan } from './shard-plan.ts';
import type { DrawWork } from './shard-work.ts';
import { writeShard } from './write-shard.ts';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'draws '));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const tableOf = (names: string[], rows: string[][]): Table =>
  parseColumns(
    names,
    names.map((_, c) => rows.map((row) => row[c]!)),
  );

function customers(): Model {
  const stream = streamFor(2n, 0, 0);
  const two = (n: number) => String(n).padStart(2, '0');
  const rows = Array.from({ length: 500 }, (_, i) => [
    `P${1000 + i}`,
    stream.below(9) === 0
      ? '-'
      : `${1 + stream.below(9)}.${100 + stream.below(900)},${two(stream.below(100))}`,
    `${two(1 + stream.below(28))}.${two(1 + stream.below(12))}.2023`,
    `${two(1 + stream.below(28))}.03.2023 ${two(stream.below(24))}:${two(stream.below(60))}:00`,
    ['basic', 'gold, "old"', 'two\nlines'][stream.below(3)]!,
  ]);
  const table = tableOf(['person_id', 'amount', 'joined', 'seen', 'plan'], rows);
  return fit(table, { mode: 'fidelity', seed: 1n });
}

/** Payments of 300 accounts, ordered by time across accounts. */
function payments(): Model {
  const stream = streamFor(4n, 0, 0);
  const rows: string[][] = [];
  for (let account = 0; account < 300; account++)
    for (let day = stream.below(40); day < 365; day += 15 + stream.below(60)) {
      const on = new Date(Date.UTC(2023, 0, 1 + day)).toISOString().slice(0, 10);
      rows.push([`A${1000 + account}`, on, String(5 + stream.below(90)), 'card']);
    }
  rows.sort((a, b) => (a[1]! < b[1]! ? -1 : a[1] === b[1] ? 0 : 1));
  return fit(tableOf(['account_id', 'date', 'amount', 'kind'], rows), {
    mode: 'balanced',
    seed: 1n,
  });
}

const workOf = (model: Model, size: Partial<DrawWork>): DrawWork => ({
  kind: 'draw',
  seed: '7',
  modelSha256: createHash('sha256').update(modelToBytes(model)).digest('hex'),
  given: {},
  ...size,
});

async function inShards(model: Model, size: Partial<DrawWork>, shards: number) {
  const bytes = async () => modelToBytes(model);
  const made = await planShards(workOf(model, size), shards, bytes);
  const planned = await readPlan(planText(made.plan), bytes);
  const root = join(folder, randomUUID());
  const store = openLocalFileStore(root);
  const { signal } = new AbortController();
  for (let shard = shards - 1; shard >= 0; shard--) {
    const work = join(folder, randomUUID());
    mkdirSync(work);
    await writeShard({ planned, shard, attempt: randomUUID(), store, folder: work, signal });
  }
  const gathered = await gatherShards(store, planned, { signal });
  if (gathered.kind !== 'whole') throw new Error('shards are missing');
  const paths = gathered.files.rows!.map((key) => join(root, key));
  return { ...gathered, paths, columns: planned.work.tables[0]!.columns };
}

const hashOf = (paths: string[], order: string) =>
  withDuckDb({ paths }, (connection) =>
    rowsOf(
      connection,
      `select md5(string_agg(t::varchar, '|' ${order})), count(*)::int
         from (select t from read_parquet([${paths.map(sqlPath)}]) t)`,
    ),
  );

async function parquetOf(table: Table, columns: Parameters<typeof parquetFromCsv>[1]['columns']) {
  const path = join(folder, `${randomUUID()}.csv`);
  writeFileSync(path, encodeCsv(plainTable(table)));
  const parquetPath = `${path}.parquet`;
  expect(await parquetFromCsv({ path, header: false }, { parquetPath, columns })).toBe(table.rows);
  return parquetPath;
}

longTest('rows of a table are those of one process, typed, in any number of shards', async () => {
  const model = customers();
  const rows = 70_000;
  const two = await inShards(model, { rows }, 2);
  const one = await inShards(model, { rows }, 1);
  expect(two.columns.map(({ type }) => type)).toEqual([
    'VARCHAR',
    'DECIMAL(20,2)',
    'DATE',
    'TIMESTAMP',
    'VARCHAR',
  ]);
  expect(two.manifest.counts).toEqual({ rows });
  expect(two.manifest.notes.contentSha256).toEqual(one.manifest.notes.contentSha256);
  const whole = await parquetOf(sample(model, { rows, seed: 7n }), two.columns);
  expect(await hashOf(two.paths, '')).toEqual(await hashOf([whole], ''));
  const [[missing, words]] = (await withDuckDb({ paths: [whole] }, (connection) =>
    rowsOf(
      connection,
      `select count(*) filter (amount is null)::int, list(distinct plan order by plan)::varchar from read_parquet(${sqlPath(whole)})`,
    ),
  )) as [[number, string]];
  expect(missing).toBeGreaterThan(5000);
  expect(words).toContain('gold, "old"');
  expect(words).toContain('two\nlines');
});

test('whole histories are drawn, as many as asked for, in any number of shards', async () => {
  const model = payments();
  const three = await inShards(model, { histories: 600 }, 3);
  const one = await inShards(model, { histories: 600 }, 1);
  expect(three.manifest.notes.contentSha256).toEqual(one.manifest.notes.contentSha256);
  const rows = three.manifest.counts.rows!;
  const whole = await parquetOf(sample(model, { rows, seed: 7n }), three.columns);
  expect(await hashOf(three.paths, 'order by t')).toEqual(await hashOf([whole], 'order by t'));
  const [[accounts]] = (await withDuckDb({ paths: three.paths }, (connection) =>
    rowsOf(
      connection,
      `select count(distinct account_id)::int from read_parquet([${three.paths.map(sqlPath)}])`,
    ),
  )) as [[number]];
  expect(accounts).toBe(600);
});

test('what can not be drawn in parts is refused, and a model other than the planned one', async () => {
  const [table, histories] = [customers(), payments()];
  const plan = (model: Model, size: Partial<DrawWork>) =>
    planShards(workOf(model, size), 1, async () => modelToBytes(model));
  await expect(plan(table, { histories: 5 })).rejects.toThrow('requires rows, the number of rows');
  await expect(plan(histories, { rows: 5 })).rejects.toThrow(
    'requires histories, the number of sequences',
  );
  await expect(plan(histories, { histories: 5, given: { kind: 'card' } })).rejects.toThrow(
    'Fixed values do not apply to sequence models',
  );
  await expect(
    planShards(workOf(table, { rows: 5 }), 1, async () => modelToBytes(histories)),
  ).rejects.toThrow('The model does not match the SHA-256 in the plan');
});
