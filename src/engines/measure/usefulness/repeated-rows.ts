import { KeyCounts } from '../privacy/key-counts.ts';
import { keyOf, rowKeys } from '../privacy/row-keys.ts';
import { percent, type UsefulnessCheck, verdictOn } from './check.ts';
import { HOLDOUT, REAL, rowsOn, type Sides, SYNTHETIC } from './sides.ts';

const LIMITS = { limited: 0.05, unfit: 0.4 };

/** Returns the share of the first rows that repeat an earlier one. */
function repeatedShare(columns: Sides['columns'], side: number, rows: number): number {
  const keys = rowKeys(columns, side);
  const step = keys.low.length / rows;
  const seen = new KeyCounts(rows);
  for (let i = 0; i < rows; i++) seen.add(keyOf(keys, Math.floor(i * step)));
  return 1 - seen.size / rows;
}

/** Compares repeated rows among equally many rows of each side: a collapsed model repeats itself. */
export function repeatedRows({ columns, hasHoldout, error }: Sides): UsefulnessCheck[] {
  const [first] = columns;
  if (first === undefined) return [];
  const sides = hasHoldout ? [REAL, SYNTHETIC, HOLDOUT] : [REAL, SYNTHETIC];
  const rows = Math.min(...sides.map((side) => rowsOn(first, side)));
  if (rows === 0) return [];
  const [real, synthetic, holdout = null] = sides.map((side) => repeatedShare(columns, side, rows));
  const usual = Math.max(real, holdout ?? 0);
  return [
    {
      name: 'repeated rows',
      synthetic,
      holdout,
      verdict: verdictOn(synthetic - usual, LIMITS, error),
      reason: `${percent(synthetic)} of rows repeat another row, ${percent(usual)} of as many real ones`,
    },
  ];
}
