import type { Rate } from './intervals.ts';
import { wilson } from './intervals.ts';

/** How often something succeeded for the average person. */
export type Tries = {
  /** Mean over people of each one's share of successes. */
  rate: number;
  attempts: number;
  people: number;
  /** How many tries of strangers are worth as much: at most the attempts, as those on one person go alike. */
  independent: number;
};

export const NO_TRIES: Tries = { rate: 0, attempts: 0, people: 0, independent: 0 };

/**
 * Counts successes of people who are tried once or several times each. What several tries on one person are worth is the
 * effective sample size of Korn and Graubard (1998): rate (1 - rate) over the variance of the mean of people. Where all
 * or none succeed nothing shows how alike they are, and each person counts once.
 *
 * @param success one 1 or 0 a try
 * @param person whose try it is: 0 and up without gaps, none below the one before; without it each try is of a person
 */
export function countTries(success: Uint8Array, person?: Uint32Array): Tries {
  const attempts = success.length;
  if (attempts === 0) return NO_TRIES;
  const hits = success.reduce((sum, one) => sum + one, 0);
  const people = person === undefined ? attempts : person[attempts - 1] + 1;
  if (person === undefined || people === attempts) {
    return { rate: hits / attempts, attempts, people: attempts, independent: attempts };
  }
  const shares = new Float64Array(people);
  const counts = new Uint32Array(people);
  success.forEach((one, i) => {
    shares[person[i]] += one;
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
 * Wilson's interval of tries. Where people were tried several times the variance is an estimate from so many people,
 * so Student's t takes the place of the normal quantile, to first order in 1 / (people - 1) (Dean and Pagano 2015).
 */
export function triesInterval({ rate, attempts, people, independent }: Tries, z: number): Rate {
  const estimated = people > 1 && people < attempts;
  const wider = estimated ? 1 + (z * z + 1) / (4 * (people - 1)) : 1;
  const n = independent / wider ** 2;
  return wilson(rate * n, n, z);
}
