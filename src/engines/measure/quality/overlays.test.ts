import { expect, it } from 'vitest';
import { datetimeForm } from '../../table/datetime-form.ts';
import { type Column, lengthOf, type Table } from '../../table/table.ts';
import { accuracyBins } from './accuracy/accuracy-bins.ts';
import { alignColumns } from './align-columns.ts';
import { overlays } from './overlays.ts';

const DAY = 86_400_000;
const number = (name: string, list: number[]): Column => ({
  kind: 'number',
  name,
  decimals: 0,
  values: Float64Array.from(list),
});
const shown = (column: Column) => {
  const rows = lengthOf(column);
  const table: Table = { rows, columns: [column] };
  return overlays(accuracyBins(alignColumns([table, table], [column.name])))[0].bins;
};

it('names no value and shows no share that fewer than five real rows have', () => {
  const [common, rare] = shown(number('few', [...Array(20).fill(7), 999_999, 999_999]));
  expect(common).toEqual({ label: '7', real: 20 / 22, synthetic: 20 / 22 });
  expect(rare).toEqual({ label: '(rare 2)', real: null, synthetic: 2 / 22 });
});

it('does not say the least value of all', () => {
  const bins = shown(number('many', [-123_456, ...Array.from({ length: 99 }, (_, i) => i)]));
  expect(bins[0].label).toMatch(/^below \d+$/);
  expect(bins.map(({ label }) => label)).not.toContain('-123456');
});

it('writes dates as dates', () => {
  const values = Float64Array.from({ length: 100 }, (_, i) => (20_454 + i) * DAY);
  const bins = shown({ kind: 'datetime', name: 'day', form: datetimeForm('YYYY-MM-DD'), values });
  // Eleven boundaries over 100 days: the second lies at place 9.
  expect(bins[1].label).toBe('2026-01-10');
});
