import { describe, expect, test } from 'vitest';
import { readPair } from '../../../shared/layouts/pair-form.ts';
import { formatTable } from '../../table/format-table.ts';
import { parseColumns } from '../../table/parse-columns.ts';
import { thresholdOf } from '../fit/modes.ts';
import { fit, sample } from '../index.ts';

const CUSTOMERS = 1000;
const place = (i: number) =>
  `${(150 + ((i * 37) % 1000) / 500).toFixed(3)} ${(-34 + ((i * 53) % 997) / 1000).toFixed(3)}`;
const upTo = (count: number) => Array.from({ length: count }, (_, i) => i);
const day = (i: number) => new Date(Date.UTC(2024, 0, 1 + i)).toISOString().slice(0, 10);

/** Rows of customers who each live at another place; the first 300 rows are of one café. */
function homes(rowsEach: number) {
  const rows = upTo(CUSTOMERS * rowsEach);
  const texts = [
    rows.map((row) => `C${String(10_000 + (row % CUSTOMERS))}`),
    rows.map((row) => day(Math.floor(row / CUSTOMERS))),
    rows.map((row) => (row < 300 ? '151.200 -33.860' : place(row % CUSTOMERS))),
    rows.map((row) => (place(row % CUSTOMERS) > '151' ? 'east' : 'west')),
  ];
  return parseColumns(['customer_id', 'booked', 'long_lat', 'side'], texts);
}

function drawn(rowsEach: number): { pairs: string[]; sides: string[] } {
  const model = fit(homes(rowsEach), { mode: 'balanced', seed: 5n });
  const { textColumns } = formatTable(sample(model, { rows: 3000, seed: 6n }));
  return { pairs: textColumns[2]!.map((text) => text!), sides: textColumns[3]!.map((s) => s!) };
}

describe.each([
  ['rows of their own', 1],
  ['histories', 8],
])('coordinates in %s', (_, rowsEach) => {
  const { pairs, sides } = drawn(rowsEach);

  test('are drawn as pairs near those of the file', () => {
    for (const pair of pairs) {
      expect(pair).toMatch(/^15[01]\.\d{3} -3[34]\.\d{3}$/);
      const [long, lat] = readPair(pair)!.values;
      expect(long).toBeGreaterThanOrEqual(150);
      expect(long).toBeLessThan(152);
      expect(lat).toBeGreaterThanOrEqual(-34);
      expect(lat).toBeLessThan(-33);
    }
    // 1,000 customers in groups of at least the threshold.
    const different = new Set(pairs).size;
    expect(different).toBeGreaterThan(10);
    expect(different).toBeLessThanOrEqual(CUSTOMERS / thresholdOf('balanced') + 1);
  });

  test('keep a place of many, and show no home', () => {
    expect(pairs).toContain('151.200 -33.860');
    const own = new Set(upTo(CUSTOMERS).map(place));
    const shown = [...new Set(pairs)].filter((pair) => own.has(pair));
    expect(shown.length).toBeLessThan(4);
  });

  test('stay with the other columns of their row', () => {
    const known = pairs.flatMap((pair, i) => (pair === '151.200 -33.860' ? [] : [i]));
    const right = known.filter((i) => (pairs[i]! > '151' ? 'east' : 'west') === sides[i]);
    expect(right.length / known.length).toBeGreaterThan(0.8);
  });
});
