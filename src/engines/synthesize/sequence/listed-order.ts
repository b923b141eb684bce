import type { Table } from '../../table/table.ts';
import { takeRows } from '../../table/take-rows.ts';
import type { SequenceCore } from '../model/sequence-core.ts';

/** Minimum share of an entity's consecutive rows that go back in time if the newest comes first. */
const MIN_SHARE = 0.95;

/** Returns true if a file lists each entity's rows from the newest to the oldest. */
export function listsNewestFirst(of: Int32Array, count: number, time: Float64Array): boolean {
  const last = new Float64Array(count).fill(Number.NaN);
  let back = 0;
  let on = 0;
  for (let row = 0; row < of.length; row++) {
    const entity = of[row];
    if (entity < 0) continue;
    if (time[row] < last[entity]) back++;
    else if (time[row] > last[entity]) on++;
    last[entity] = time[row];
  }
  return back > 0 && back >= MIN_SHARE * (back + on);
}

/** Returns true if all rows are in order of time, or of reverse time. */
export function isListedByTime(time: Float64Array, newestFirst: boolean): boolean {
  const sign = newestFirst ? -1 : 1;
  for (let i = 1; i < time.length; i++) if (sign * (time[i] - time[i - 1]) < 0) return false;
  return true;
}

type Listed = Pick<SequenceCore, 'newestFirst' | 'sortedByTime' | 'timeColumn' | 'entityColumn'>;

/** Returns the rows in file order, given rows grouped by entity and in order of time. */
function listedPlaces(table: Table, { newestFirst, sortedByTime, ...core }: Listed): Uint32Array {
  const order = Uint32Array.from({ length: table.rows }, (_, row) => row);
  const valuesAt = (place: number) => {
    const column = table.columns[place];
    return column.kind === 'category' ? column.codes : column.values;
  };
  if (sortedByTime) {
    const time = valuesAt(core.timeColumn);
    order.sort((a, b) => time[a] - time[b] || a - b);
    return newestFirst === true ? order.reverse() : order;
  }
  if (newestFirst !== true) return order;
  const entity = valuesAt(core.entityColumn);
  for (let from = 0; from < table.rows; ) {
    let to = from + 1;
    while (to < table.rows && entity[to] === entity[from]) to++;
    order.subarray(from, to).reverse();
    from = to;
  }
  return order;
}

/** Reorders grouped sequences into the file's row order, with each row's previous index. */
export function listHistories(table: Table, core: Listed): { table: Table; places: Uint32Array } {
  const places = listedPlaces(table, core);
  const same = !core.sortedByTime && core.newestFirst !== true;
  return { table: same ? table : takeRows(table, places), places };
}
