import type { Column, NumberColumn } from '../../table/table.ts';
import { takeColumn } from '../../table/take-rows.ts';

/** Rows of each entity stand together, from `start[e]` to `start[e + 1]`. */
export type Histories = { start: Int32Array; count: number };

/** True where the column has one value in each entity. */
export function isStaticColumn(column: Column, order: Int32Array, histories: Histories): boolean {
  const values = column.kind === 'category' ? column.codes : column.values;
  for (let e = 0; e < histories.count; e++) {
    const first = values[order[histories.start[e]!]!]!;
    for (let i = histories.start[e]! + 1; i < histories.start[e + 1]!; i++) {
      const value = values[order[i]!]!;
      if (value !== first && !(Number.isNaN(value) && Number.isNaN(first))) return false;
    }
  }
  return true;
}

/** A static column with one row an entity. */
export function oneAnEntity(column: Column, order: Int32Array, histories: Histories): Column {
  const firsts = Int32Array.from(
    { length: histories.count },
    (_, e) => order[histories.start[e]!]!,
  );
  return takeColumn(column, firsts);
}

function numbers(name: string, values: Float64Array, decimals: number): NumberColumn {
  return { kind: 'number', name, values, decimals };
}

/**
 * What tells entities apart beyond their static columns: how often they book, how much, and how their
 * rows divide among the frequent kinds. Each becomes a field of the entity.
 *
 * @param days day of each row, `amounts` and `kinds` likewise
 * @param tracked the frequent kinds
 */
export function traitColumns(
  histories: Histories,
  days: Float64Array,
  amounts: Float64Array | null,
  kinds: Uint8Array,
  tracked: Int32Array,
  lastDay: number,
): NumberColumn[] {
  const { start, count } = histories;
  const per = (f: (from: number, to: number) => number) =>
    Float64Array.from({ length: count }, (_, e) => f(start[e]!, start[e + 1]!));
  const columns = [
    numbers(
      'rate',
      per((from, to) => (to - from) / (lastDay - days[from]! + 30)),
      6,
    ),
  ];
  if (amounts !== null) {
    const meanSize = (from: number, to: number) => {
      let sum = 0;
      for (let i = from; i < to; i++) sum += Math.abs(amounts[i]!) || 0;
      return sum / (to - from);
    };
    columns.push(numbers('scale', per(meanSize), 2));
  }
  for (const kind of tracked) {
    const share = (from: number, to: number) => {
      let rows = 0;
      for (let i = from; i < to; i++) if (kinds[i] === kind) rows++;
      return rows / (to - from);
    };
    columns.push(numbers(`share ${kind}`, per(share), 3));
  }
  return columns;
}
