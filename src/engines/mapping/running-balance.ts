import { entityIndex } from '../table/sequence-shape.ts';
import type { NumberColumn, Table } from '../table/table.ts';

/** A balance that runs down the file, or up it where the newest row stands first. */
export type FoundBalance = {
  column: string;
  share: number;
  newestFirst: boolean;
  /** Rows held against the row before, and those of them that do not follow from it, as the file lists them. */
  checked: number;
  broken: number[];
};

const MIN_ROWS = 5;
const MIN_SHARE = 0.9;

/** The rows whose balance is not the one of the account's row before plus the movement. */
function breaksIn({
  balance,
  movements,
  of,
  newestFirst,
}: {
  balance: NumberColumn;
  movements: Float64Array;
  of: Int32Array | null;
  newestFirst: boolean;
}): { checked: number; broken: number[] } {
  const slack = 0.51 * 10 ** -Math.min(balance.decimals, 6);
  const last = new Map<number, number>();
  const rows = movements.length;
  const broken: number[] = [];
  let checked = 0;
  for (let i = 0; i < rows; i++) {
    const row = newestFirst ? rows - 1 - i : i;
    const entity = of === null ? 0 : of[row];
    const after = balance.values[row];
    const before = last.get(entity);
    if (Number.isNaN(after) || Number.isNaN(movements[row])) continue;
    last.set(entity, after);
    if (before === undefined || movements[row] === 0) continue;
    checked++;
    if (Math.abs(after - before - movements[row]) > slack) broken.push(row);
  }
  return { checked, broken: newestFirst ? broken.reverse() : broken };
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
      const { checked, broken } = breaksIn({ balance, movements, of, newestFirst });
      if (checked < MIN_ROWS) continue;
      const share = 1 - broken.length / checked;
      if (share >= MIN_SHARE && share > (best?.share ?? 0))
        best = { column: balance.name, share, newestFirst, checked, broken };
    }
  }
  return best;
}
