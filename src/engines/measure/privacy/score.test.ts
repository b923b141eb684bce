import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Tries } from '../statistics/tries.ts';
import { attackResult } from './attacks/attack-result.ts';
import { guaranteeOf } from './guarantee.fixture.ts';
import { type Assurance, pointsOf, pointsOfLinkage, privacyScore } from './score.ts';

const order: Assurance[] = ['A1', 'A2', 'A3'];
const risks = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1, maxLength: 9 });
const epsilons = fc.double({ min: 0.1, max: 20, noNaN: true });

it('gives the points of the disclosure thresholds', () => {
  expect([0, 0.01, 0.05, 0.09, 0.2, 0.33, 1].map(pointsOf)).toEqual([100, 95, 80, 70, 40, 0, 0]);
});

it('lowers the score gradually for a linkage p-value from 0.05 to 0.001', () => {
  const points = [1, 0.05, 0.0499, 0.0071, 0.0024, 0.001, 0.0002].map(pointsOfLinkage);
  expect(points.map(Math.round)).toEqual([100, 100, 85, 78, 73, 70, 70]);
  expect(pointsOfLinkage(null)).toBe(100);
});

it('never rises with a larger risk, a gate, a lower assurance or a larger epsilon', () => {
  fc.assert(
    fc.property(
      risks,
      epsilons,
      fc.constantFrom(...order),
      fc.nat(8),
      fc.double({ min: 0.0002, max: 1, noNaN: true }),
      (list, epsilon, level, at, linkageP) => {
        const score = privacyScore([], {
          assurance: level,
          guarantee: guaranteeOf(epsilon),
          excesses: list,
          linkageP,
        });
        const worse = list.map((risk, i) =>
          i === at % list.length ? Math.min(1, risk + 0.1) : risk,
        );
        expect(
          privacyScore([], {
            assurance: level,
            guarantee: guaranteeOf(epsilon),
            excesses: worse,
            linkageP,
          }),
        ).toBeLessThanOrEqual(score);
        expect(
          privacyScore([], {
            assurance: level,
            guarantee: guaranteeOf(epsilon * 1.5),
            excesses: list,
            linkageP,
          }),
        ).toBeLessThanOrEqual(score);
        const below = order[Math.max(0, order.indexOf(level) - 1)];
        expect(
          privacyScore([], {
            assurance: below,
            guarantee: guaranteeOf(epsilon),
            excesses: list,
            linkageP,
          }),
        ).toBeLessThanOrEqual(score);
        expect(
          privacyScore([], {
            assurance: level,
            guarantee: guaranteeOf(epsilon),
            excesses: list,
            linkageP: linkageP / 2,
          }),
        ).toBeLessThanOrEqual(score);
        const gate = { name: 'copies', limit: 30, reason: '' };
        expect(
          privacyScore([gate], {
            assurance: level,
            guarantee: guaranteeOf(epsilon),
            excesses: list,
            linkageP,
          }),
        ).toBeLessThanOrEqual(Math.min(30, score));
        expect(score).toBeLessThanOrEqual(97);
      },
    ),
  );
});

it('asks more of an attack whose success grows, and less where more was tried', () => {
  const tries = (hits: number, attempts: number): Tries => ({
    rate: hits / attempts,
    attempts,
    people: attempts,
    independent: attempts,
  });
  const measured = (hits: number, attempts: number) =>
    attackResult(
      {
        name: 'a',
        own: tries(hits, attempts),
        control: tries(attempts / 10, attempts),
        baseline: 0,
      },
      8,
    );
  expect(measured(200, 1000).upper).toBeGreaterThan(measured(150, 1000).upper);
  expect(measured(1000, 10_000).upper).toBeLessThan(measured(100, 1000).upper);
  // No excess counts as 0 at any size; an excess of 5 in 100 counts less with fewer attempts.
  expect([100, 1000, 10_000].map((n) => measured(n / 10, n).counted)).toEqual([0, 0, 0]);
  expect(measured(150, 1000).counted).toBeLessThan(measured(1500, 10_000).counted);
  expect(measured(1500, 10_000).counted).toBeLessThan(0.05 / 0.9);
});
