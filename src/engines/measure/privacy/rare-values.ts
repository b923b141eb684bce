import type { SidedColumn } from '../quality/align-columns.ts';
import { fisherExact } from '../statistics/fisher-exact.ts';
import type { CopyTest } from './copies.ts';

/**
 * Words that occur in one real row only: how many of those of training rows, and of the holdout's, the synthetic
 * table uses. A word of the holdout can only be there by chance.
 *
 * @param columns side 0 training, side 1 synthetic, side 2 holdout
 */
export function rareValues(columns: readonly SidedColumn[]): CopyTest {
  let train = 0;
  let trainRows = 0;
  let holdout = 0;
  let holdoutRows = 0;
  for (const column of columns) {
    if (column.kind === 'number') continue;
    for (let code = 0; code < column.words.length; code++) {
      const own = column.counts[0][code];
      const held = column.counts[2]?.[code] ?? 0;
      if (own + held !== 1) continue;
      const used = column.counts[1][code] > 0 ? 1 : 0;
      if (own === 1) {
        trainRows++;
        train += used;
      } else {
        holdoutRows++;
        holdout += used;
      }
    }
  }
  const pValue = fisherExact(train, trainRows, holdout, holdoutRows);
  return { train, trainRows, holdout, holdoutRows, pValue };
}
