import type { Column, NumberColumn } from '../../table/table.ts';
import { takeColumn } from '../../table/take-rows.ts';
import type { FileHistories } from './file-histories.ts';

export function isStaticColumn(column: Column, { order, start, count }: FileHistories): boolean {
  const values = column.kind === 'category' ? column.codes : column.values;
  for (let e = 0; e < count; e++) {
    const first = values[order[start[e]]];
    for (let i = start[e] + 1; i < start[e + 1]; i++) {
      const value = values[order[i]];
      if (value !== first && !(Number.isNaN(value) && Number.isNaN(first))) return false;
    }
  }
  return true;
}

export function rowPerEntity(column: Column, { order, start, count }: FileHistories): Column {
  return takeColumn(
    column,
    Int32Array.from({ length: count }, (_, e) => order[start[e]]),
  );
}

/** Builds a column of `measure` over each entity's rows [from, to). */
function entityNumbers(
  { start, count }: FileHistories,
  name: string,
  decimals: number,
  measure: (from: number, to: number) => number,
): NumberColumn {
  const values = Float64Array.from({ length: count }, (_, e) => measure(start[e], start[e + 1]));
  return { kind: 'number', name, values, decimals };
}

/** Name of the trait that is the number of rows. */
export const COUNT_TRAIT = 'rows';

/**
 * Returns entity features beyond static columns: booking frequency, amounts, and shares of the
 * frequent kinds.
 *
 * @param options.kinds of each row
 * @param options.tracked the frequent kinds
 * @param options.hasCounts true to add the number of rows
 */
export function traitColumns(
  file: FileHistories,
  { kinds, tracked, hasCounts }: { kinds: Uint8Array; tracked: Int32Array; hasCounts: boolean },
): NumberColumn[] {
  const { days, lastDay, amount } = file;
  const columns = [
    entityNumbers(
      file,
      'rate',
      6,
      (from, to) => (to - from) / Math.max(30, lastDay - days[from] + 30),
    ),
  ];
  if (hasCounts) columns.push(entityNumbers(file, COUNT_TRAIT, 0, (from, to) => to - from));
  if (amount !== null) {
    const meanSize = (from: number, to: number) => {
      let sum = 0;
      for (let i = from; i < to; i++) sum += Math.abs(amount.values[i]) || 0;
      return sum / (to - from);
    };
    columns.push(entityNumbers(file, 'scale', 2, meanSize));
  }
  for (const kind of tracked) {
    const share = (from: number, to: number) => {
      let rows = 0;
      for (let i = from; i < to; i++) if (kinds[i] === kind) rows++;
      return rows / (to - from);
    };
    columns.push(entityNumbers(file, `share ${kind}`, 3, share));
  }
  return columns;
}

/** Returns the day of each entity's first row, relative to `since` if given. */
export function firstDays(file: FileHistories, since: Float64Array | null): NumberColumn {
  const column = entityNumbers(file, 'first day', 0, (from) => file.days[from]);
  const values = column.values.map((day, e) => day - (since?.[e] ?? 0));
  return { ...column, values };
}

export function meanBalances(file: FileHistories, { values }: NumberColumn): NumberColumn {
  return entityNumbers(file, 'level', 2, (from, to) => {
    let sum = 0;
    for (let i = from; i < to; i++) sum += values[i];
    return sum / (to - from);
  });
}

export function openingBalances(
  file: FileHistories,
  { values, decimals }: NumberColumn,
): NumberColumn {
  const unit = 10 ** decimals;
  return entityNumbers(file, 'opening', decimals, (from) => {
    const booked = file.amount?.values[from] ?? 0;
    return Math.round((values[from] - booked) * unit) / unit || 0;
  });
}
