import type { SidedCategories, SidedColumn } from '../../quality/align-columns.ts';
import { percent, type Rated, type UsefulnessCheck, verdictOn, worstOf } from '../check.ts';
import { HOLDOUT, REAL, rowsOn, type Sides, SYNTHETIC } from '../sides.ts';

/** Share of all rows in values that the other side lacks. */
const LIMITS = { limited: 0.05, unfit: 0.3 };
/** Numbers with more distinct values are compared by their distribution. */
const MAX_NUMBERS = 20;
/** Expected synthetic rows of a value below which its absence may be chance. */
const MIN_EXPECTED = 20;
/** Fewer real rows of a value are not named. */
const MIN_NAMED = 10;
/** Share of a value whose loss alone limits a table. */
const MIN_SHARE = 0.01;
/** A value is lost if it has less than this part of its rows. */
const LEFT = 0.1;

type Value = { text: string; counts: readonly number[] };

function valuesOf(column: SidedColumn): Value[] | null {
  if (column.kind === 'category') return wordsOf(column);
  const counts = new Map<number, number[]>();
  column.sorted.forEach((sorted, side) => {
    if (side === REAL)
      for (const value of sorted) {
        const known = counts.get(value);
        if (known !== undefined) known[REAL]++;
        else if (counts.size <= MAX_NUMBERS) counts.set(value, [1, 0, 0]);
      }
    else
      for (const value of sorted) {
        const known = counts.get(value);
        if (known !== undefined) known[side]++;
      }
  });
  if (counts.size > MAX_NUMBERS) return null;
  return Array.from(counts, ([value, known]) => ({ text: String(value), counts: known }));
}

const wordsOf = ({ words, counts }: SidedCategories): Value[] =>
  words.map((text, code) => ({ text, counts: counts.map((list) => list[code]) }));

/** Returns the share of real rows whose value a side lacks. */
function lostShare(values: readonly Value[], rows: readonly number[], side: number): number {
  const least = MIN_EXPECTED / Math.max(1, Math.min(rows[side], rows[SYNTHETIC]));
  return values.reduce((sum, { counts }) => {
    const share = counts[REAL] / rows[REAL];
    return share >= least && counts[side] < LEFT * share * rows[side] ? sum + share : sum;
  }, 0);
}

/** Finds values of the file that no or hardly any synthetic row has. */
export function lostValues({ columns, hasHoldout, error }: Sides): UsefulnessCheck[] {
  const checks = columns.flatMap((column): Rated[] => {
    const values = valuesOf(column);
    if (values === null) return [];
    const rows = [REAL, SYNTHETIC, ...(hasHoldout ? [HOLDOUT] : [])].map((side) =>
      rowsOn(column, side),
    );
    if (rows[SYNTHETIC] === 0) return [];
    const synthetic = lostShare(values, rows, SYNTHETIC);
    const holdout = hasHoldout ? lostShare(values, rows, HOLDOUT) : null;
    const least = Math.max(MIN_SHARE, MIN_EXPECTED / rows[SYNTHETIC]);
    const lost = values
      .filter(
        ({ counts }) =>
          counts[REAL] >= Math.max(MIN_NAMED, least * rows[REAL]) &&
          counts[SYNTHETIC] < (LEFT * counts[REAL] * rows[SYNTHETIC]) / rows[REAL] &&
          (!hasHoldout || counts[HOLDOUT] > LEFT * (counts[REAL] / rows[REAL]) * rows[HOLDOUT]),
      )
      .toSorted((a, b) => b.counts[REAL] - a.counts[REAL])[0];
    const loss = synthetic - (holdout ?? 0);
    const verdict = verdictOn(loss, LIMITS, error);
    const reason =
      lost === undefined
        ? `values of ${column.name} with ${percent(synthetic)} of the file's rows are missing`
        : `the value ${lost.text} of ${column.name}, ${percent(lost.counts[REAL] / rows[REAL])} of the file, is missing`;
    return [
      {
        name: 'lost values',
        column: column.name,
        synthetic,
        holdout,
        loss,
        verdict: verdict === 'useful' && lost !== undefined ? 'limited' : verdict,
        reason,
      },
    ];
  });
  return worstOf(checks);
}
