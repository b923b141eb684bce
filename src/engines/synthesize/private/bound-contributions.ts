import type { Table } from '../../table/table.ts';
import { takeRows } from '../../table/take-rows.ts';
import type { RandomIntegers } from './random-integers.ts';

/** Default number of rows used per person. */
export const MAX_ROWS_A_PERSON = 40;
/** Units shared by one person's rows; divisible by most small numbers. */
const SCALE = 5040;

export type Bounded = {
  table: Table;
  /** Person of each row, and weight of each row; null if each row is a person. */
  persons: Int32Array | null;
  weights: Int32Array | null;
  /** Total weight of one person. */
  scale: number;
  mostRows: number;
};

/** Person of each row, -1 for none, and the number of persons. */
export type Contributors = { of: Int32Array; count: number };

/**
 * Samples at most k rows per person, without the seed; they share the person's weight.
 *
 * @param contributors null if each row is a person
 */
export function boundContributions(
  table: Table,
  {
    contributors,
    mostRows = MAX_ROWS_A_PERSON,
  }: { contributors: Contributors | null; mostRows?: number | undefined },
  random: RandomIntegers,
): Bounded {
  if (contributors === null) return { table, persons: null, weights: null, scale: 1, mostRows: 1 };
  const { of, count } = contributors;
  const rowsOf: number[][] = Array.from({ length: count }, () => []);
  for (let row = 0; row < of.length; row++) if (of[row] >= 0) rowsOf[of[row]].push(row);
  const retained: number[] = [];
  const persons: number[] = [];
  const weights: number[] = [];
  for (const [person, rows] of rowsOf.entries()) {
    const use = Math.min(mostRows, rows.length);
    for (let i = 0; i < use; i++) {
      const j = i + random.below(rows.length - i);
      const row = rows[j];
      rows[j] = rows[i];
      retained.push(row);
      persons.push(person);
      weights.push(Math.floor(SCALE / use));
    }
  }
  return {
    table: takeRows(table, retained),
    persons: Int32Array.from(persons),
    weights: Int32Array.from(weights),
    scale: SCALE,
    mostRows,
  };
}
