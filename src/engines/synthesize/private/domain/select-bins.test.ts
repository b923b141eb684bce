import { describe, expect, test } from 'vitest';
import { streamFor } from '../../../random/stream.ts';
import { decodeNumber } from '../../codec/decode-number.ts';
import { encodeNumber, type NumberCodec } from '../../codec/number-codec.ts';
import { randomIntegers } from '../random-integers.ts';
import { selectBins } from './select-bins.ts';

function seeded(seed: bigint) {
  const stream = streamFor(seed, 0, 0);
  return randomIntegers((length) => Uint8Array.from({ length }, () => stream.below(256)));
}

const decoded = (codec: NumberCodec, code: number, times: number) => {
  const stream = streamFor(5n, code, 0);
  return Array.from({ length: times }, () => decodeNumber(codec, code, stream));
};

const bins = (values: number[], decimals: number, rho = 0.01, seed = 1n) =>
  selectBins(Float64Array.from(values), {
    decimals,
    weights: null,
    scale: 1,
    rho,
    random: seeded(seed),
  });

describe('bins of a column of numbers', () => {
  const stream = streamFor(1n, 0, 0);
  const cases: [string, number, () => number][] = [
    ['years of school', 0, () => 4 + stream.below(12)],
    ['amounts', 2, () => Number((10 ** (3 * stream.float())).toFixed(2))],
    ['debits and credits', 2, () => Number((500 * (stream.float() - 0.6)).toFixed(2))],
    ['rates', 4, () => Number((0.01 + 0.05 * stream.float()).toFixed(4))],
  ];
  test.each(cases)(
    '%s: every draw falls into its own bin, and the whole is met',
    (_, decimals, draw) => {
      const values = Array.from({ length: 10_000 }, draw);
      const { codec } = bins(values, decimals);
      expect(codec!.size).toBeGreaterThan(8);
      expect(codec!.size).toBeLessThan(70);
      const back: number[] = [];
      for (let code = 0; code < codec!.nullCode; code++) {
        const rows = values.filter((value) => encodeNumber(codec!, value) === code).length;
        const decodedValues = decoded(codec!, code, rows);
        back.push(...decodedValues);
        expect(decodedValues.every((value) => encodeNumber(codec!, value) === code)).toBe(true);
      }
      const quantile = (list: number[], share: number) =>
        list.sort((a, b) => a - b)[Math.floor(share * list.length)];
      const spread = quantile(values, 0.95) - quantile(values, 0.05);
      for (const share of [0.1, 0.25, 0.5, 0.75, 0.9]) {
        const off = Math.abs(quantile(values, share) - quantile(back, share));
        expect(off / spread).toBeLessThan(0.05);
      }
    },
  );

  test('a value that many have is a bin of its own, and comes back exactly', () => {
    const values = Array.from({ length: 10_000 }, (_, i) => (i % 2 ? 40 : 20 + (i % 41)));
    const { codec } = bins(values, 0);
    expect(new Set(decoded(codec!, encodeNumber(codec!, 40), 200))).toEqual(new Set([40]));
    expect(encodeNumber(codec!, 41)).not.toBe(encodeNumber(codec!, 40));
    expect(encodeNumber(codec!, 39)).not.toBe(encodeNumber(codec!, 40));
  });

  test('one person far out does not show, whatever the noise', () => {
    for (let seed = 1n; seed <= 20n; seed++) {
      const values = Array.from({ length: 5000 }, (_, i) => 100 + (i % 900));
      values[17] = 7_654_321;
      const { codec } = bins(values, 0, 0.01, seed);
      expect(codec!.high).toBeLessThan(20_000);
    }
  });

  test('zero is a value of its own, and where nothing lies below it nothing is drawn there', () => {
    const own = streamFor(3n, 0, 0);
    for (const decimals of [0, 2, 9]) {
      const values = Array.from({ length: 12_000 }, (_, i) =>
        i % 5 ? 0 : Number((1 + 300 * own.float() ** 3).toFixed(decimals)),
      );
      const { codec } = bins(values, decimals, 0.0015);
      expect(new Set(decoded(codec!, encodeNumber(codec!, 0), 200))).toEqual(new Set([0]));
      expect(codec!.low).toBe(0);
      const high = decoded(codec!, codec!.nullCode - 1, 200);
      expect(Math.min(...high)).toBeGreaterThan(10);
    }
  });

  test('years, a hundredth of themselves apart, fall into bins of their own', () => {
    const values = Array.from({ length: 10_000 }, (_, i) => 1984 + (i % 5));
    const { codec } = bins(values, 0, 0.0015);
    expect([codec!.low, codec!.high].map(Math.round)).toEqual([1984, 1989]);
    for (const year of [1984, 1986, 1988])
      expect(new Set(decoded(codec!, encodeNumber(codec!, year), 100))).toEqual(new Set([year]));
  });

  test('no bin reaches beyond the numbers by more than a tenth of their range, in 80 draws', () => {
    const own = streamFor(4n, 0, 0);
    const kinds = [
      () => Math.floor(16 * own.float() ** 4),
      () => Number((10 ** (5 * own.float() - 2)).toFixed(2)),
      () => Number((0.2 * own.float() ** 2).toFixed(6)),
      () => Math.round(-4000 + 9000 * own.float()),
    ];
    for (const [i, draw] of kinds.entries()) {
      const values = Array.from({ length: 3000 }, draw);
      const slack = 0.1 * (Math.max(...values) - Math.min(...values));
      for (let seed = 1n; seed <= 20n; seed++) {
        const { codec } = bins(values, [0, 2, 6, 0][i]!, 0.001, seed);
        if (codec === null) continue;
        expect(codec.high).toBeLessThan(Math.max(...values) + slack);
        expect(codec.low).toBeGreaterThan(Math.min(...values) - slack);
      }
    }
  });

  test('where nothing stands out of the noise there are no bins', () => {
    expect(bins([3, 4, 5], 0).codec).toBeNull();
    expect(bins([], 0).codec).toBeNull();
  });

  test('what is spent is what the noise drawn implies, for a person of many rows too', () => {
    for (const [scale, rho] of [
      [1, 0.003],
      [5040, 0.02],
    ] as const) {
      const values = Float64Array.from({ length: 100 }, (_, i) => i);
      const weights = new Int32Array(100).fill(scale);
      const { rho: spent } = selectBins(values, {
        decimals: 0,
        weights,
        scale,
        rho,
        random: seeded(3n),
      });
      expect(spent).toBeLessThanOrEqual(rho);
      expect(spent).toBeGreaterThan(0.99 * rho);
    }
  });
});

test('bins that leave out many rows are reported; those of a well covered column are not', () => {
  const stream = streamFor(2n, 0, 0);
  const wide = Array.from({ length: 1500 }, () => Number((10 ** (4 * stream.float())).toFixed(2)));
  const cut = (values: number[], rho: number) =>
    Array.from({ length: 10 }, (_, i) => bins(values, 2, rho, BigInt(i)).cut).filter(Boolean)
      .length;
  expect(cut(wide, 0.002)).toBeGreaterThan(7);
  expect(cut(wide, 0.05)).toBe(0);
  const narrow = Array.from({ length: 10_000 }, () => Number((50 + stream.float()).toFixed(2)));
  expect(cut(narrow, 0.001)).toBe(0);
});
