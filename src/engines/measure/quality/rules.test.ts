import { expect, test } from 'vitest';
import { plantedFiles } from '../../synthesize/rules/planted-rules.fixture.ts';
import type { Column, Table } from '../../table/table.ts';
import { takeRows } from '../../table/take-rows.ts';
import { worstForm } from './forms.ts';
import { qualityReport } from './quality-report.ts';
import { worstRule } from './rules.ts';

const DAY = 86_400_000;
const ROWS = 1200;

const rowsOf = (table: Table, from: number) =>
  takeRows(
    table,
    Uint32Array.from({ length: ROWS }, (_, i) => from + i),
  );

const withColumn = (table: Table, name: string, change: (column: Column) => Column): Table => ({
  rows: table.rows,
  columns: table.columns.map((column) => (column.name === name ? change(column) : column)),
});

/** Moves values of numbers and dates to another row. */
const shift = (column: Column): Column =>
  column.kind === 'category'
    ? { ...column, codes: column.codes.map((_, i, all) => all[(i + 7) % all.length]!) }
    : { ...column, values: column.values.map((_, i, all) => all[(i + 7) % all.length]!) };

const empty = (column: Column): Column =>
  column.kind === 'category'
    ? { ...column, codes: column.codes.map(() => -1) }
    : { ...column, values: column.values.map(() => Number.NaN) };

/** Spreads days over all weekdays. */
const anyWeekday = (column: Column): Column =>
  column.kind === 'category'
    ? column
    : { ...column, values: column.values.map((value, i) => value + DAY * (i % 7)) };

const MUTANTS: [file: string, column: string, change: typeof shift][] = [
  ['insurance claims', 'paid', shift],
  ['insurance claims', 'reserve', shift],
  ['insurance claims', 'incurred', empty],
  ['insurance claims', 'closed_on', shift],
  ['loan schedule', 'payment', shift],
  ['loan schedule', 'interest', empty],
  ['loan schedule', 'due', anyWeekday],
  ['invoice with tax', 'tax', shift],
  ['invoice with tax', 'gross', empty],
  ['invoice with tax', 'invoiced', anyWeekday],
  ['invoice with tax', 'due', shift],
  ['card with fee and FX', 'fee', shift],
  ['card with fee and FX', 'billed', shift],
  ['card with fee and FX', 'posted', shift],
  ['payroll', 'net', shift],
  ['payroll', 'social', shift],
  ['payroll', 'tax', empty],
  ['payroll', 'paid_on', anyWeekday],
  ['brokerage trades', 'commission', shift],
  ['brokerage trades', 'traded', anyWeekday],
  ['brokerage trades', 'country', shift],
  ['brokerage trades', 'settled', shift],
  ['deposits with tiers', 'rate', shift],
  ['deposits with tiers', 'withheld', shift],
  ['mortgage arrears', 'shortfall', shift],
  ['mortgage arrears', 'late_fee', empty],
  ['premium with endorsements', 'total', shift],
  ['premium with endorsements', 'ends', shift],
  ['expense report', 'reimbursed', shift],
  ['expense report', 'approved', anyWeekday],
];

const files = new Map(plantedFiles().map((file) => [file.name, file.table]));

function measure(name: string, change: (table: Table) => Table) {
  const table = files.get(name)!;
  const [real, other, holdout] = [0, 1, 2].map((part) => rowsOf(table, part * ROWS));
  return qualityReport(real!, change(other!), { seed: 1n, holdout: holdout! });
}

/** One of every second file, and all in the long run. */
const tried = process.env.TEST_LONG
  ? MUTANTS
  : MUTANTS.filter(([name], i) => MUTANTS.findIndex(([other]) => other === name) === i).filter(
      (_, i) => i % 2 === 0,
    );

test.each(tried)('%s: a broken %s is named, and the score is below 50', (name, column, change) => {
  const report = measure(name, (table) => withColumn(table, column, change));
  const rule = worstRule(report.rules ?? [], ROWS);
  const form = worstForm(report.forms ?? []);
  expect(`${rule?.rule} ${form?.column}`).toContain(column);
  expect(report.score).toBeLessThan(0.5);
});

const keptAside = [...files.keys()].slice(0, process.env.TEST_LONG ? files.size : 2);

test.each(keptAside)('%s: real rows kept aside break no rule', (name) => {
  const report = measure(name, (table) => table);
  expect(report.rules?.length).toBeGreaterThan(2);
  expect(worstRule(report.rules ?? [], ROWS)).toBeNull();
  expect(report.score).toBeGreaterThan(0.9);
});
