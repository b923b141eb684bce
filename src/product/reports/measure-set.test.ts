import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import type { QualityReport } from '../../engines/measure/index.ts';
import { formatCell } from '../../engines/table/format-table.ts';
import type { Table } from '../../engines/table/table.ts';
import { scanDelimited } from '../../platform/tabular/delimited/scan-delimited.ts';
import { readTable } from '../data/read-table.ts';
import { measureRelations, mostRowsOf, readSynthetic, splitOf, thinned } from './measure-set.ts';
import type { MeasuredSet } from './measured-set.ts';

const folder = mkdtempSync(join(tmpdir(), 'measure '));
afterAll(() => rmSync(folder, { recursive: true }));
const signal = { aborted: false };

const CUSTOMERS = 600;
const customers = Array.from({ length: CUSTOMERS }, (_, i) => [`C${i}`, i % 2 ? 'b' : 'a']);
const bookings = Array.from({ length: 2400 }, (_, i) => [`C${i % CUSTOMERS}`, String(i % 9)]);
const textOf = (names: string[], rows: string[][]) =>
  [names, ...rows].map((row) => `${row.join(',')}\n`).join('');

const CUSTOMER_TEXT = textOf(['customer_id', 'kind'], customers);
const BOOKING_TEXT = textOf(['customer', 'amount'], bookings);
const RELATION = {
  child: 'bookings',
  childKey: 'customer',
  parent: 'customers',
  parentKey: 'customer_id',
};

async function tableOf(name: string, real: string, synthetic: string | null) {
  const [csvPath, made, parquetPath] = ['real.csv', 'made.csv', 'real.parquet'].map((end) =>
    join(folder, `${name}.${end}`),
  ) as [string, string, string];
  writeFileSync(csvPath, real);
  if (synthetic !== null) writeFileSync(made, synthetic);
  const { columns, rowCount } = await scanDelimited(csvPath, { parquetPath });
  const layouts = Object.fromEntries(columns.map((column) => [column.name, column]));
  return {
    name,
    real: { parquetPath, columns: columns.map((column) => column.name), rows: rowCount, layouts },
    synthetic:
      synthetic === null ? null : { csvPath: made, workPath: join(folder, `${name}.work.parquet`) },
  };
}

async function ended<Result>(steps: AsyncGenerator<unknown, Result>): Promise<Result> {
  for (;;) {
    const step = await steps.next();
    if (step.done) return step.value;
  }
}

const valuesOf = (table: Table, name: string): string[] => {
  const column = table.columns.find((each) => each.name === name)!;
  return Array.from({ length: table.rows }, (_, row) => formatCell(column, row));
};

async function bookingsSet(): Promise<MeasuredSet> {
  const orphans = BOOKING_TEXT.replace('C5,', 'C9999,');
  return {
    relations: [RELATION],
    tables: [
      await tableOf('bookings', BOOKING_TEXT, orphans),
      await tableOf('customers', CUSTOMER_TEXT, CUSTOMER_TEXT),
    ],
  };
}

const sourceOf = (set: MeasuredSet) => ended(readTable(set.tables[0]!.real, signal));

test('rows of linked tables are held out with their customer; the entity is the foreign key', async () => {
  const set = await bookingsSet();
  const source = await sourceOf(set);
  const split = await ended(splitOf({ ...set, entity: undefined }, source, signal));
  expect(split.entity).toBe('customer');
  const [train, holdout] = [split.train, split.holdout!].map(
    (table) => new Set(valuesOf(table, 'customer')),
  );
  expect(split.train.rows + split.holdout!.rows).toBe(2400);
  // A fifth of 600 customers; four standard deviations of the binomial are 39.
  expect(Math.abs(holdout!.size - 120)).toBeLessThan(39);
  expect([...holdout!].some((name) => train!.has(name))).toBe(false);
});

test('a single table is split by its entity, by the stated one, or by rows', async () => {
  const set = { relations: [], tables: [await tableOf('alone', BOOKING_TEXT, null)] };
  const source = await sourceOf(set);
  const entityOf = async (entity: string | null | undefined) =>
    (await ended(splitOf({ ...set, entity }, source, signal))).entity;
  expect(await entityOf('customer')).toBe('customer');
  expect(await entityOf(null)).toBeNull();
  expect(await entityOf(undefined)).toBe('customer');
});

test('linked tables are read with more rows than a single one, and thinned after', async () => {
  const set = await bookingsSet();
  expect(mostRowsOf(set)).toBe(2_000_000);
  expect(mostRowsOf({ ...set, relations: [] })).toBe(250_000);
  const source = await sourceOf(set);
  expect(thinned(source)).toBe(source);
  const wide: Table = {
    rows: 500_001,
    columns: [{ kind: 'category', name: 'a', dictionary: ['x'], codes: new Int32Array(500_001) }],
  };
  expect(thinned(wide).rows).toBe(250_000);
});

test('the batch is read with the types of the source, and its relations are counted', async () => {
  const set = await bookingsSet();
  const source = await sourceOf(set);
  const most = mostRowsOf(set);
  const batch = await ended(readSynthetic(set.tables[0]!.synthetic!, source, { signal, most }));
  expect(batch.columns.map(({ kind }) => kind)).toEqual(source.columns.map(({ kind }) => kind));
  const quality = { columns: [{ name: 'amount', role: 'feature' }] } as unknown as QualityReport;
  const { relations, pictures } = await ended(
    measureRelations(set, { source, batch, quality }, signal),
  );
  const [relation, ...others] = relations;
  expect(others).toEqual([]);
  // Four bookings a customer; one of 2,400 synthetic ones names a missing customer.
  expect(pictures).toEqual([
    {
      kind: 'bars',
      name: 'children',
      column: 'customer names customers.customer_id',
      bins: [
        { label: 'none', real: 0, synthetic: 0 },
        { label: '1', real: 0, synthetic: 0 },
        { label: '2–3', real: 0, synthetic: 1 / 600 },
        { label: '4–7', real: 1, synthetic: 599 / 600 },
      ],
      orphans: { real: 0, synthetic: 1 / 2400 },
    },
  ]);
  expect(relation).toMatchObject({
    column: 'customer',
    parent: 'customers',
    orphans: { real: 0, synthetic: 1 },
  });
  const none = { relations: [RELATION], tables: [set.tables[1]!, set.tables[0]!] };
  expect(await ended(measureRelations(none, { source, batch, quality }, signal))).toEqual({
    relations: [],
    pictures: [],
  });
});
