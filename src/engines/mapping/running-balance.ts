import type { RunningBalance } from '../../shared/column-mapping.ts';
import { entityIndex } from '../table/sequence-shape.ts';
import type { NumberColumn, Table } from '../table/table.ts';

/** A balance that runs down the file, or up it where the newest row stands first. */
export type FoundBalance = RunningBalance & { newestFirst: boolean };

const MIN_ROWS = 5;
const MIN_SHARE = 0.9;

/** The share of rows whose balance is the one of the account's row before plus the movement. */
function shareOf({
  balance,
  movements,
  of,
  newestFirst,
}: {
  balance: NumberColumn;
  movements: Float64Array;
  of: Int32Array | null;
  newestFirst: boolean;
}): number {
  const slack = 0.51 * 10 ** -Math.min(balance.decimals, 6);
  const last = new Map<number, number>();
  const rows = movements.length;
  let tried = 0;
  let kept = 0;
  for (let i = 0; i < rows; i++) {
    const row = newestFirst ? rows - 1 - i : i;
    const entity = of === null ? 0 : of[row];
    const after = balance.values[row];
    const before = last.get(entity);
    if (Number.isNaN(after) || Number.isNaN(movements[row])) continue;
    last.set(entity, after);
    if (before === undefined || movements[row] === 0) continue;
    tried++;
    if (Math.abs(after - before - movements[row]) <= slack) kept++;
  }
  return tried < MIN_ROWS ? 0 : kept / tried;
}

/**
 * The column that is the balance before plus the movement in nine of ten rows, in the file's order or against it.
 * Files of one account need no column that names it.
 *
 * @param movements what each row adds, see `movementsOf`
 * @param entity the column that names the account; null where the file is of one
 */
export function findRunningBalance(
  table: Table,
  movements: Float64Array,
  entity: string | null,
): FoundBalance | null {
  const column = table.columns.find(({ name }) => name === entity);
  const of = column === undefined || column.kind === 'datetime' ? null : entityIndex(column).of;
  let best: FoundBalance | null = null;
  for (const balance of table.columns) {
    if (balance.kind !== 'number') continue;
    for (const newestFirst of [false, true]) {
      const share = shareOf({ balance, movements, of, newestFirst });
      if (share >= MIN_SHARE && share > (best?.share ?? 0))
        best = { column: balance.name, share, newestFirst };
    }
  }
  return best;
}
