import { describe, expect, test } from 'vitest';
import { streamFor } from '../../random/stream.ts';
import { attackerAdvantage, cdpDelta, cdpEpsilon, cdpRho } from './accounting.ts';
import { discreteGaussian, exponentialMechanism, varianceAtLeast } from './discrete-gaussian.ts';
import { sampleNetwork, unmerge } from './graphical/sample-network.ts';
import { dpKruskal } from './mechanisms/measure-tree.ts';
import { fitMst } from './mechanisms/mst.ts';
import { randomIntegers } from './random-integers.ts';

function seededBytes(seed: bigint): (length: number) => Uint8Array {
  const stream = streamFor(seed, 0, 0);
  return (length) => Uint8Array.from({ length }, () => stream.below(256));
}

describe('accounting', () => {
  // Expected values from IBM's cdp2adp.py and OpenDP's tests.
  test.each([
    [0.05, 0.25, 0.0817727531036956],
    [0.5, 0, 0.558835639347435],
    [1 / 32, 0, 0.1508457845622862],
  ])('delta of rho %d at epsilon %d', (rho, epsilon, delta) => {
    expect(cdpDelta(rho, epsilon)).toBeCloseTo(delta, 12);
  });

  test('epsilon of rho 1/32 at delta 1e-3', () => {
    expect(cdpEpsilon(1 / 32, 1e-3)).toBeCloseTo(0.688002455487808, 12);
  });

  test.each([
    [0.5, 1e-6, 0.006641524357],
    [1, 1e-2, 0.1034128314],
    [1, 1e-5, 0.0305565952],
    [1, 1e-6, 0.02435597036],
    [1, 1e-9, 0.01497305767],
    [3, 1e-6, 0.1850698407],
    [5, 1e-6, 0.4630649901],
    [10, 1e-6, 1.539278764],
    [10, 1e-9, 1.090785704],
  ])('rho of epsilon %d, delta %d', (epsilon, delta, rho) => {
    expect(cdpRho(epsilon, delta) / rho).toBeCloseTo(1, 8);
  });

  test('advantage, and three fits cost less than three times one', () => {
    expect(attackerAdvantage(cdpRho(1, 1e-6))).toBeCloseTo(0.11, 3);
    expect(cdpEpsilon(3 * cdpRho(1, 1e-6), 1e-6)).toBeCloseTo(1.80641, 5);
    expect(cdpEpsilon(10 * cdpRho(1, 1e-6), 1e-6)).toBeCloseTo(3.49141, 5);
  });
});

describe('discrete Gaussian', () => {
  // Shares computed from exp(-x^2/2s) / Z; Z of s = 0.5 is 1.77263720483.
  test.each([
    [0.5, 1n],
    [2, 2n],
    [10, 3n],
    [100, 4n],
  ])('variance %d: chi-square over 100,000 draws', (s, seed) => {
    const random = randomIntegers(seededBytes(seed));
    const variance = varianceAtLeast(s);
    const n = 100_000;
    const reach = Math.ceil(4 * Math.sqrt(s));
    const counts = new Float64Array(2 * reach + 1);
    for (let i = 0; i < n; i++) {
      const x = Math.max(-reach, Math.min(reach, discreteGaussian(variance, random)));
      counts[x + reach]++;
    }
    let z = 0;
    const mass = (x: number) => Math.exp((-x * x) / (2 * s));
    for (let x = -60 * reach; x <= 60 * reach; x++) z += mass(x);
    let chi = 0;
    let cells = 0;
    for (let x = -reach + 1; x < reach; x++) {
      const expected = (n * mass(x)) / z;
      if (expected < 5) continue;
      chi += (counts[x + reach] - expected) ** 2 / expected;
      cells++;
    }
    // Chi-square with k degrees exceeds k + 4 sqrt(2k) about once in 10,000 times.
    expect(chi).toBeLessThan(cells + 4 * Math.sqrt(2 * cells));
  });

  test('P(0) of variance 2 is .282094791774', () => {
    const random = randomIntegers(seededBytes(9n));
    let zeros = 0;
    for (let i = 0; i < 100_000; i++)
      if (discreteGaussian(varianceAtLeast(2), random) === 0) zeros++;
    expect(Math.abs(zeros / 100_000 - 0.282094791774)).toBeLessThan(0.006);
  });
});

test('the exponential mechanism picks as often as it should: chi-square over 50,000 draws', () => {
  // Epsilon 0.8, sensitivity 2: shares proportional to exp(0.2 score).
  const scores = [10, 9, 7, 7, 0, -5];
  const random = randomIntegers(seededBytes(6n));
  const n = 50_000;
  const counts = scores.map(() => 0);
  for (let i = 0; i < n; i++)
    counts[exponentialMechanism(scores, { microEpsilon: 800_000n, sensitivity: 2, random })]++;
  const sum = scores.reduce((total, score) => total + Math.exp(0.2 * score), 0);
  const chi = scores.reduce((total, score, i) => {
    const expected = (n * Math.exp(0.2 * score)) / sum;
    return total + (counts[i] - expected) ** 2 / expected;
  }, 0);
  // Chi-square with five degrees exceeds 20.5 once in a thousand times.
  expect(chi).toBeLessThan(20.5);
});

describe('MST', () => {
  test('Kruskal picks the heaviest tree when the budget is large', () => {
    // dpsynth mst_test: weights AB 1, AC 2, AD 3, BC 4, BD 5, CD 6 give {CD, BD, AD}.
    const pairs = [
      { a: 0, b: 1, score: 1 },
      { a: 0, b: 2, score: 2 },
      { a: 0, b: 3, score: 3 },
      { a: 1, b: 2, score: 4 },
      { a: 1, b: 3, score: 5 },
      { a: 2, b: 3, score: 6 },
    ];
    const tree = dpKruskal({
      columns: 4,
      pairs,
      microEpsilon: 28_284_271n,
      sensitivity: 1,
      random: randomIntegers(seededBytes(1n)),
    });
    expect(tree.map(({ a, b }) => `${a}${b}`).sort()).toEqual(['03', '13', '23']);
  });

  test('columns come back within one row when the budget is large', () => {
    const stream = streamFor(4n, 0, 0);
    const sizes = [3, 4, 5];
    const codes = sizes.map((size) => Uint8Array.from({ length: 1000 }, () => stream.below(size)));
    const random = randomIntegers(seededBytes(2n));
    const { model, merged, rho } = fitMst(
      { codes, sizes, weights: null, scale: 1 },
      10_000,
      random,
    );
    expect(rho).toBeLessThanOrEqual(10_000);
    const sampled = sampleNetwork(model, { rows: 1000, stream: streamFor(1n, 0, 0) });
    sizes.forEach((size, c) => {
      const out = unmerge(sampled[c], merged[c], streamFor(1n, 1, 0));
      for (let code = 0; code < size; code++) {
        const count = (list: Uint8Array) => list.reduce((n, v) => n + (v === code ? 1 : 0), 0);
        expect(Math.abs(count(out) - count(codes[c]))).toBeLessThanOrEqual(2);
      }
    });
  });
});
