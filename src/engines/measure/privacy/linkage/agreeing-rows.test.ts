import { expect, test } from 'vitest';
import { streamFor } from '../../../random/stream.ts';
import type { SidedColumn } from '../../quality/align-columns.ts';
import { agreeingRows, rowBits } from './agreeing-rows.ts';
import { columnShares } from './column-shares.ts';
import { linkPart } from './link-part.ts';
import { realValues } from './real-values.ts';

const ROWS = 3000;
const COPIES = 40;

/** Numbers and words of real rows; the first synthetic rows are near copies of the first real ones. */
function linkedColumns() {
  const stream = streamFor(9n, 0, 0);
  const real = Array.from({ length: ROWS }, (_, row) => ({ side: 0, row }));
  const sided = Array.from({ length: 30 }, (_, c): SidedColumn => {
    const [name, datetime, decimals] = [`c${c}`, false, 3];
    if (c % 3 > 0) {
      const own = Float64Array.from({ length: ROWS }, () =>
        stream.below(50) === 0 ? NaN : stream.float(),
      );
      const values = [own, own.map((value, i) => (i < COPIES ? value + 0.002 : stream.float()))];
      return { kind: 'number', name, datetime, decimals, values, sorted: values };
    }
    const words = Array.from({ length: 90 }, (_, i) => `word ${i}`);
    const own = Int32Array.from({ length: ROWS }, () => Math.floor(90 * stream.float() ** 3));
    const codes = [own, own.map((code, i) => (i < COPIES ? code : stream.below(90)))];
    return { kind: 'category', name, words, codes, counts: [] };
  });
  const values = sided.map((column) => realValues(column, real));
  const shares = columnShares(values.map(({ codes }) => codes));
  return sided.map((column, c) => ({
    real: values[c]!,
    share: shares[c]!,
    synthetic: Float64Array.from(column.kind === 'number' ? column.values[1]! : column.codes[1]!),
  }));
}

test('finds the rows that agree in most columns, counted one by one', () => {
  const columns = linkedColumns();
  const index = rowBits(columns);
  const search = agreeingRows(index);
  expect(index.columns).toHaveLength(24);
  for (const synthetic of [0, 7, 1000, 1001]) {
    const agreeing = new Uint8Array(ROWS);
    for (const { column, binOf } of index.columns) {
      const { codes, counts, numbers } = column.real;
      const value = column.synthetic[synthetic]!;
      const above = numbers?.findIndex((number) => number >= value) ?? -1;
      const code = numbers === null ? value : above < 0 ? numbers.length - 1 : above;
      const isMissing = numbers !== null && Number.isNaN(value);
      const bin = isMissing ? 63 : binOf[code]!;
      if (numbers === null && counts[code] === 0) continue;
      codes.forEach((own, row) => {
        const near = numbers === null || isMissing || binOf[own] === 63 ? 0 : 1;
        if (Math.abs(binOf[own]! - bin) <= near) agreeing[row]!++;
      });
    }
    const { rows, found } = search(synthetic);
    const ranked = agreeing.toSorted().toReversed();
    const expected = [...agreeing.keys()].filter((row) => agreeing[row]! >= ranked[255]!);
    expect([...rows.subarray(0, found)]).toEqual(expected);
  }
});

test('links near copies to the same people as a comparison with all rows', () => {
  const columns = linkedColumns();
  const person = Uint32Array.from({ length: ROWS }, (_, row) => row);
  const linkBy = (index: Parameters<typeof linkPart.run>[0]['index']) =>
    linkPart.run({ columns, person, index }, { from: 0, to: COPIES }, () => {});
  const links = linkBy(rowBits(columns));
  expect(links.map((link) => link.person)).toEqual(Array.from({ length: COPIES }, (_, i) => i));
  // The second best person may agree in fewer columns: then the margin is a little larger.
  linkBy(null).forEach(({ person: own, margin }, i) => {
    expect(links[i]!.person).toBe(own);
    expect(links[i]!.margin / margin).toBeGreaterThan(0.999);
    expect(links[i]!.margin / margin).toBeLessThan(1.1);
  });
});
