import type { SidedColumn } from '../quality/align-columns.ts';
import { determinedColumns } from './determined.ts';

/** A guessed number counts as right within 5 % of the true one. */
const TOLERANCE = 0.05;

/**
 * Whether a guessed value is right: equal categories; numbers within 5 % of the true value or half a unit of its last
 * digit, whichever is more; dates of the same day. The bound is on the true value, so a negative guess earns nothing.
 */
export function guessIsRight(
  column: SidedColumn,
  side: number,
  row: number,
  guess: number,
): boolean {
  if (column.kind === 'category') return column.codes[side]![row] === column.codes[1]![guess];
  const truth = column.values[side]![row]!;
  const guessed = column.values[1]![guess]!;
  if (Number.isNaN(truth) || Number.isNaN(guessed)) {
    return Number.isNaN(truth) && Number.isNaN(guessed);
  }
  if (column.datetime) return Math.abs(truth - guessed) < 1;
  const unit = 0.5 * 10 ** -column.decimals;
  return Math.abs(truth - guessed) <= Math.max(TOLERANCE * Math.abs(truth), unit);
}

/** How often a guess at random would be right: a category by its share, a number by values near it. */
function chance(column: SidedColumn): number {
  const squares = (counts: Iterable<number>, total: number) => {
    let sum = 0;
    for (const count of counts) sum += (count / total) ** 2;
    return sum;
  };
  if (column.kind === 'category') {
    const counts = column.counts[0]!;
    return squares(
      counts,
      counts.reduce((sum, count) => sum + count, 0),
    );
  }
  const sorted = column.sorted[0]!;
  if (sorted.length === 0) return 1;
  const counts = new Map<number, number>();
  for (const value of sorted) {
    const band = column.datetime
      ? Math.floor(value)
      : Math.sign(value) * Math.round(Math.log1p(Math.abs(value)) / Math.log1p(TOLERANCE));
    counts.set(band, (counts.get(band) ?? 0) + 1);
  }
  return squares(counts.values(), sorted.length);
}

/**
 * Columns worth guessing: those that chance gets right least often, up to four, half of them categories where there
 * are any. A column that anybody guesses right, or that another column gives away, says little of what leaked: such are
 * taken only where there are no others.
 */
export function chooseSecrets(columns: readonly SidedColumn[], most = 4): string[] {
  const determined = determinedColumns(columns);
  const open = columns.filter(({ name }) => !determined.has(name));
  const ranked = (open.length > 0 ? open : columns)
    .map((column) => ({ column, chance: chance(column) }))
    .sort((a, b) => a.chance - b.chance);
  const categories = ranked.filter(({ column }) => column.kind === 'category');
  const numbers = ranked.filter(({ column }) => column.kind === 'number');
  const half = Math.ceil(most / 2);
  const fromCategories = Math.max(
    Math.min(half, categories.length),
    Math.min(categories.length, most - Math.min(numbers.length, most - half)),
  );
  return [...categories.slice(0, fromCategories), ...numbers.slice(0, most - fromCategories)].map(
    ({ column }) => column.name,
  );
}
