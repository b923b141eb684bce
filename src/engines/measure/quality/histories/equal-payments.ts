import { forEachSequence, type History } from './history.ts';

/** Calls `visit` with the days of the rows of each amount that a sequence has at least `least` times. */
export function forEachEqualPayment(
  history: History,
  least: number,
  visit: (days: number[], sequence: number) => void,
): void {
  const { amounts, days } = history;
  let sequence = 0;
  forEachSequence(history, (rows) => {
    const daysOf = new Map<number, number[]>();
    for (const row of rows) {
      const amount = amounts?.[row] ?? Number.NaN;
      if (Number.isNaN(amount) || amount === 0) continue;
      const equal = daysOf.get(amount);
      if (equal === undefined) daysOf.set(amount, [days[row]]);
      else equal.push(days[row]);
    }
    for (const equal of daysOf.values()) if (equal.length >= least) visit(equal, sequence);
    sequence++;
  });
}
