import { entityIndex } from '../../table/sequence-shape.ts';
import type { NumberColumn, Table } from '../../table/table.ts';

/** Running balance in file order, or in reverse for files with the newest row first. */
export type FoundBalance = {
  column: string;
  share: number;
  newestFirst: boolean;
  /** Rows compared with the previous one, and the inconsistent ones, in file order. */
  checked: number;
  broken: number[];
};

const MIN_ROWS = 5;
const MIN_SHARE = 0.9;

/**
 * Returns the rows whose balance differs from the account's previous balance plus the movement;
 * null if these are too many for a running balance.
 */
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
}): { checked: number; broken: number[] } | null {
  const slack = 0.51 * 10 ** -Math.min(balance.decimals, 6);
  const rows = movements.length;
  const last = new Float64Array(of === null ? 1 : of.reduce((a, b) => Math.max(a, b), 0) + 2);
  last.fill(Number.NaN);
  const maxBroken = (1 - MIN_SHARE) * rows;
  const broken: number[] = [];
  let checked = 0;
  for (let i = 0; i < rows; i++) {
    const row = newestFirst ? rows - 1 - i : i;
    const entity = of === null ? 0 : of[row] + 1;
    const after = balance.values[row];
    if (Number.isNaN(after) || Number.isNaN(movements[row])) continue;
    const before = last[entity];
    last[entity] = after;
    if (Number.isNaN(before)) continue;
    const fits = Math.abs(after - before - movements[row]) <= slack;
    // A number that counts rows is no balance of a column that is mostly 0.
    if (fits && movements[row] === 0) continue;
    // Any column that is mostly 0 is the sum of 0 and itself.
    if (fits && before === 0) continue;
    checked++;
    if (fits) continue;
    broken.push(row);
    if (broken.length > maxBroken) return null;
  }
  return { checked, broken: newestFirst ? broken.reverse() : broken };
}

/**
 * Finds the column that equals its previous value plus the movement in nine of ten rows, in file
 * order or in reverse. Single-account files need no account column.
 *
 * @param movements each row's movement, see `movementsOf`
 * @param entity the account column; null for a single-account file
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
      const found = breaksIn({ balance, movements, of, newestFirst });
      if (found === null || found.checked < MIN_ROWS) continue;
      const { checked, broken } = found;
      const share = 1 - broken.length / checked;
      if (share >= MIN_SHARE && share > (best?.share ?? 0))
        best = { column: balance.name, share, newestFirst, checked, broken };
    }
  }
  return best;
}
