import { describe, expect, test } from 'vitest';
import { streamFor } from '../../random/stream.ts';
import { fit, sample } from '../../synthesize/index.ts';
import { formatTable } from '../../table/format-table.ts';
import { layoutsOfTable, parseColumn, parseColumns } from '../../table/parse-columns.ts';
import type { Table } from '../../table/table.ts';
import { formChecks, worstForm } from './forms.ts';
import { qualityReport } from './quality-report.ts';

const ROWS = 2000;
const two = (n: number) => String(n).padStart(2, '0');

const real = ((): Table => {
  const stream = streamFor(3n, 0, 0);
  const rows = Array.from({ length: ROWS }, (_, i) => {
    const amount = 5 + stream.below(4000);
    const whole =
      amount > 999
        ? `${Math.floor(amount / 1000)}.${String(amount % 1000).padStart(3, '0')}`
        : amount;
    return {
      reference: `TX-${100_000 + i}`,
      account: `ACC-${10_000_000 + stream.below(300)}`,
      booked: `${two(1 + stream.below(28))}.${two(1 + stream.below(12))}.2023 ${two(stream.below(24))}:${two(stream.below(60))}`,
      amount: `${stream.below(2) === 0 ? '-' : ''}${whole},${two(stream.below(100))} €`,
      channel: ['card', 'transfer', 'cash'][stream.below(3)]!,
      fee: stream.below(3) === 0 ? null : `0,${two(stream.below(90))}`,
    };
  });
  const names = Object.keys(rows[0]!) as (keyof (typeof rows)[0])[];
  return parseColumns(
    names,
    names.map((name) => rows.map((row) => row[name])),
  );
})();

const synthetic = sample(fit(real, { mode: 'balanced', seed: 1n }), { rows: ROWS, seed: 2n });
const like = layoutsOfTable(real);

function mutant(name: string, text: (row: number) => string | null): Table {
  const columns = synthetic.columns.map((column) =>
    column.name === name
      ? parseColumn(
          name,
          Array.from({ length: synthetic.rows }, (_, row) => text(row)),
          like[name],
        )
      : column,
  );
  return { rows: synthetic.rows, columns };
}

const report = (synthetic: Table) => qualityReport(real, synthetic, { seed: 1n });
const names = real.columns.map(({ name }) => name);

test('a good file keeps the forms of its source, and its score', () => {
  const { names: of, textColumns } = formatTable(synthetic);
  const parsed = parseColumns(of, textColumns, like);
  const quality = report(parsed);
  expect(quality.forms!.map(({ column }) => column)).toEqual(names);
  expect(worstForm(quality.forms!)).toBeNull();
  expect(quality.score).toBeGreaterThan(0.8);
  const text = (name: string) => textColumns[of.indexOf(name)]!.filter((cell) => cell !== null);
  expect(text('booked').every((cell) => /^\d\d\.\d\d\.2023 \d\d:\d\d$/.test(cell))).toBe(true);
  expect(text('amount').every((cell) => /^-?(\d\.)?\d{1,3},\d\d €$/.test(cell))).toBe(true);
  expect(text('account').every((cell) => /^ACC-\d{8}$/.test(cell))).toBe(true);
});

test.each([
  ['two values in 2,000 rows, and none in 100', 2, null],
  ['half of the values, and none in 100', 1000, 0],
])('%s: a column without values is judged only if some were expected', (_case, filled, share) => {
  const columnOf = (rows: number, values: number) =>
    parseColumns(['closed'], [Array.from({ length: rows }, (_, i) => (i < values ? 'yes' : null))]);
  const [check] = formChecks(columnOf(2000, filled), columnOf(100, 0), [
    { name: 'closed', role: 'feature' },
  ]);
  expect(check!.parse).toBe(share);
});

describe.each(names)('with %s replaced', (name) => {
  test.each([
    ['words', (row: number) => ['received payment', 'order note'][row % 2]!],
    ['nothing', () => null],
    [
      'another form of dates',
      (row: number) => `2023/${two(1 + (row % 12))}/${two(1 + (row % 28))}`,
    ],
  ])('by %s, the report names it and the score is below 50', (_, text) => {
    const { score, forms } = report(mutant(name, text));
    expect(worstForm(forms!)?.column).toBe(name);
    expect(score).toBeLessThan(0.5);
  });
});
