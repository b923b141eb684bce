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
  const columns = alignColumns([table, table], [column.name]);
  return overlays(columns, accuracyBins(columns))[0];
};

it('names no value and shows no share that fewer than five real rows have', () => {
  const [common, rare] = shown(number('few', [...Array(20).fill(7), 999_999, 999_999])).bins;
  expect(common).toEqual({ label: '7', real: 20 / 22, synthetic: 20 / 22 });
  expect(rare).toEqual({ label: '(rare 2)', real: null, synthetic: 2 / 22 });
});

it('does not disclose the minimum', () => {
  const { bins } = shown(number('many', [-123_456, ...Array.from({ length: 99 }, (_, i) => i)]));
  expect(bins[0].label).toMatch(/^below \d+$/);
  expect(bins.map(({ label }) => label)).not.toContain('-123456');
});

it('writes dates as dates, a week a bin where that makes about 24', () => {
  const values = Float64Array.from({ length: 168 }, (_, i) => (20_454 + i) * DAY);
  const { axis, bins } = shown({
    kind: 'datetime',
    name: 'day',
    form: datetimeForm('YYYY-MM-DD'),
    values,
  });
  expect(axis).toMatchObject({ kind: 'datetime', scale: 'linear' });
  // 20,454 days from 1970 is 2026-01-01, a Thursday like day 0: 20,454 = 7 x 2,922.
  expect(bins[0].label).toBe('below 2026-01-08');
  expect(bins[1]).toEqual({ label: '2026-01-08 to 2026-01-15', real: 7 / 168, synthetic: 7 / 168 });
});

it('draws evenly spread numbers in bins of one width, whose ends are round', () => {
  const { axis, bins } = shown(
    number(
      'even',
      Array.from({ length: 2400 }, (_, i) => i),
    ),
  );
  expect(axis?.scale).toBe('linear');
  const widths = axis!.edges.slice(1).map((edge, i) => edge - axis!.edges[i]!);
  expect(new Set(widths)).toEqual(new Set([100]));
  expect(bins[3]).toEqual({ label: '300 to 400', real: 100 / 2400, synthetic: 100 / 2400 });
});

it('draws a skewed column on a log scale, each bin as many times wider than the last', () => {
  const values = Array.from({ length: 1000 }, (_, i) => Math.round(10 ** (1 + i / 250)));
  const { axis, bins } = shown(number('skewed', values));
  expect(axis?.scale).toBe('log');
  expect(axis!.edges[0]).toBeLessThanOrEqual(11);
  const ratios = axis!.edges.slice(1).map((edge, i) => edge / axis!.edges[i]!);
  expect(Math.max(...ratios) / Math.min(...ratios)).toBeLessThan(1.05);
  expect(bins.reduce((sum, { synthetic }) => sum + synthetic!, 0)).toBeCloseTo(1, 9);
});
