import { isWeekend } from '../../../shared/civil-date.ts';
import type { Column } from '../../table/table.ts';
import { fitPeriod } from '../sequence/recurring/fit-period.ts';

/** Payment of one account that recurs, such as pay or rent. */
export type RecurringPayment = {
  payee: string;
  text: string;
  /** Share of the file's rows. */
  share: number;
  /** Index into PERIODS, with its day of the month or weekday (0 = Monday). */
  period: number;
  anchor: number;
  /** Days by which a payment of a weekend moves: to the business day before, after, or none. */
  weekend: -1 | 0 | 1;
  /** Amounts that change at some payment, by the share of payments up to it; empty if they vary. */
  levels: { until: number; amount: number }[];
};

const MIN_LEVELS = 0.9;

/** Returns amounts that stay the same for at least `threshold` payments in a row. */
function levelsOf(amounts: readonly number[], threshold: number): RecurringPayment['levels'] {
  const runs: { amount: number; rows: number }[] = [];
  for (const amount of amounts) {
    const last = runs.at(-1);
    if (last?.amount === amount) last.rows++;
    else runs.push({ amount, rows: 1 });
  }
  const held = runs.filter(({ rows }) => rows >= threshold);
  const total = held.reduce((sum, { rows }) => sum + rows, 0);
  if (total < MIN_LEVELS * amounts.length) return [];
  let sofar = 0;
  return held.map(({ amount, rows }) => {
    sofar += rows;
    return { until: sofar / total, amount };
  });
}

/**
 * Finds the payments of one account that recur.
 *
 * @param words payee of each row, by which texts are grouped
 * @param days since 1970
 * @param threshold minimum number of payments
 */
export function findRecurring(
  words: readonly (string | null)[],
  {
    texts,
    days,
    amounts,
    threshold,
  }: {
    texts: readonly string[];
    days: Float64Array;
    amounts: Column | undefined;
    threshold: number;
  },
): RecurringPayment[] {
  const dated = [...words.keys()].filter((row) => words[row] !== null && !Number.isNaN(days[row]!));
  const rowsOf = Map.groupBy(dated, (row) => JSON.stringify([words[row], texts[row]!]));
  return [...rowsOf].flatMap(([key, own]) => {
    const rows = own.sort((a, b) => days[a]! - days[b]!);
    const found = fitPeriod(
      rows.map((row) => days[row]!),
      threshold,
    );
    if (found === null) return [];
    const [payee, text] = JSON.parse(key) as [string, string];
    const at = found.rows.map((i) => rows[i]!);
    const offset = at.reduce((sum, row, i) => sum + days[row]! - found.nominal[i]!, 0);
    const moves = !at.some((row) => isWeekend(days[row]!)) && found.nominal.some(isWeekend);
    const paid = amounts?.kind === 'number' ? at.map((row) => amounts.values[row]!) : [];
    return [
      {
        payee,
        text,
        share: rows.length / words.length,
        period: found.period,
        anchor: found.anchor,
        weekend: moves ? (offset > 0 ? 1 : -1) : 0,
        levels: levelsOf(paid, threshold),
      } satisfies RecurringPayment,
    ];
  });
}
