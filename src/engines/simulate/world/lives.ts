import type { RandomStream } from '../../random/stream.ts';
import { geometric } from './draws.ts';

/** Contract renewed year after year: the first year counted from the window's, and its terms. */
export type Life = { entry: number; terms: number };

function expectedTerms(lapse: number, years: number): number {
  let renewed = 1;
  for (let year = 0; year < years; year++) renewed *= 1 - lapse;
  return (1 - renewed) / lapse;
}

/** Mean of terms within a window: a stock at its start, and as many arrivals a year as lapses. */
function meanTerms(lapse: number, years: number): number {
  let sum = expectedTerms(lapse, years);
  for (let entry = 1; entry < years; entry++) sum += lapse * expectedTerms(lapse, years - entry);
  return sum / (1 + lapse * (years - 1));
}

/** Solves the lapse rate at which a window holds so many terms a life, by bisection. */
function lapseFor(terms: number, years: number): number {
  let [low, high] = [1e-6, 1];
  for (let i = 0; i < 60; i++) {
    const middle = (low + high) / 2;
    if (meanTerms(middle, years) > terms) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

/** Years of a window in which contracts that lapse at a rate are renewed so often, within limits. */
export function yearsFor(
  terms: number,
  { lapse, least, most }: { lapse: number; least: number; most: number },
): number {
  let years = least;
  while (years < most && meanTerms(lapse, years) < terms) years++;
  return years;
}

/** Draws lives in a window of whole years, whose terms sum to `terms` exactly. */
export function drawLives(
  stream: RandomStream,
  { count, terms, years }: { count: number; terms: number; years: number },
): Life[] {
  const lapse = lapseFor(terms / count, years);
  const stock = 1 / (1 + lapse * (years - 1));
  const lives = Array.from({ length: count }, (): Life => {
    const entry = years === 1 || stream.float() < stock ? 0 : 1 + stream.below(years - 1);
    return { entry, terms: Math.min(years - entry, geometric(stream, lapse)) };
  });
  let rest = terms - lives.reduce((sum, life) => sum + life.terms, 0);
  while (rest !== 0) {
    const life = lives[stream.below(count)];
    if (rest < 0 && life.terms > 1) life.terms--;
    else if (rest > 0 && life.entry + life.terms < years) life.terms++;
    else if (rest > 0 && life.entry > 0) {
      life.entry--;
      life.terms++;
    } else continue;
    rest += rest < 0 ? 1 : -1;
  }
  return lives;
}
