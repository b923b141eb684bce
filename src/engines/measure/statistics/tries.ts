import type { Rate } from './intervals.ts';
import { wilson } from './intervals.ts';

export type Tries = {
  /** Mean over people of each person's success rate. */
  rate: number;
  attempts: number;
  people: number;
  /** Effective number of independent attempts, at most `attempts` (those on a person correlate). */
  independent: number;
};

export const NO_TRIES: Tries = { rate: 0, attempts: 0, people: 0, independent: 0 };

/**
 * Counts successes of people attempted once or several times each. The effective sample size
 * follows Korn and Graubard (1998): rate (1 - rate) over the variance of the mean over people. If
 * all or none succeed, the correlation is unknown, and each person counts once.
 *
 * @param success 1 or 0 per attempt
 * @param person of each attempt, from 0, non-decreasing and without gaps; by default one person per
 * attempt
 */
export function countTries(success: Uint8Array, person?: Uint32Array): Tries {
  const attempts = success.length;
  if (attempts === 0) return NO_TRIES;
  const hits = success.reduce((sum, hit) => sum + hit, 0);
  const people = person === undefined ? attempts : person[attempts - 1] + 1;
  if (person === undefined || people === attempts) {
    return { rate: hits / attempts, attempts, people: attempts, independent: attempts };
  }
  const shares = new Float64Array(people);
  const counts = new Uint32Array(people);
  success.forEach((hit, i) => {
    shares[person[i]] += hit;
    counts[person[i]]++;
  });
  let sum = 0;
  for (let i = 0; i < people; i++) {
    shares[i] /= counts[i];
    sum += shares[i];
  }
  const rate = sum / people;
  const squares = shares.reduce((total, share) => total + (share - rate) ** 2, 0);
  const variance = squares / Math.max(1, people - 1) / people;
  const worth = variance > 0 ? (rate * (1 - rate)) / variance : people;
  return { rate, attempts, people, independent: Math.min(attempts, worth) };
}

/**
 * Counts attempts that can each succeed on any person of a group, such as unique descriptions.
 * Those on the same people correlate: the variance is the jackknife's over people.
 *
 * @param changes per group, the change of its successes without each person
 */
export function countSums(
  changes: readonly Float64Array[],
  { hits, attempts }: { hits: number; attempts: number },
): Tries {
  const people = changes.reduce((sum, { length }) => sum + length, 0);
  if (attempts === 0 || people === 0) return NO_TRIES;
  const variance = changes.reduce((sum, group) => {
    const mean = group.reduce((total, change) => total + change, 0) / group.length;
    const squares = group.reduce((total, change) => total + (change - mean) ** 2, 0);
    return sum + (squares * (group.length - 1)) / group.length / attempts ** 2;
  }, 0);
  const rate = hits / attempts;
  const worth = variance > 0 && rate > 0 ? (rate * (1 - rate)) / variance : people;
  return { rate, attempts, people, independent: Math.min(attempts, worth) };
}

/**
 * Returns Wilson's interval of attempts. With several attempts per person the variance is estimated
 * from the people, so Student's t replaces the normal quantile, to first order in 1 / (people - 1)
 * (Dean and Pagano 2015).
 */
export function triesInterval({ rate, attempts, people, independent }: Tries, z: number): Rate {
  const estimated = people > 1 && people < attempts;
  const wider = estimated ? 1 + (z * z + 1) / (4 * (people - 1)) : 1;
  const n = independent / wider ** 2;
  return wilson(rate * n, n, z);
}
