import type { NumberColumn, Table } from '../../../table/table.ts';
import type { Cap, Case } from './derived-column.ts';

/** Bounds of a column, and the rows between them, where its formula shows. */
export type Clamp = Pick<Case, 'low' | 'high'> & {
  interior: Uint32Array;
  isInterior: (row: number) => boolean;
};

const MIN_SHARE = 0.02;
const MIN_ROWS = 20;
const MAX_ROWS_SHARE = 0.95;
const MIN_INTERIOR = 50;
const MAX_CAPS = 3;
const FEW_ROWS = 100;
const MAX_FEW_ABOVE = 6;

type Mark = { rows: number; at: (row: number) => boolean };

const isFrequent = ({ rows }: Mark, all: number) =>
  rows >= Math.max(MIN_ROWS, MIN_SHARE * all) && rows <= MAX_ROWS_SHARE * all;

function markOf(rows: Uint32Array, values: Float64Array, value: number): Mark {
  let count = 0;
  for (const row of rows) if (values[row] === value) count++;
  return { rows: count, at: (row) => values[row] === value };
}

/** Returns columns that are never exceeded, but reached in enough rows. */
function capColumns(
  table: Table,
  { own, rows, allowed }: { own: number; rows: Uint32Array; allowed: readonly number[] },
): { high: Cap; mark: Mark }[] {
  const { values } = table.columns[own] as NumberColumn;
  return allowed
    .filter((place) => place !== own && table.columns[place].kind === 'number')
    .flatMap((place) => {
      const most = (table.columns[place] as NumberColumn).values;
      // Spread rows first: most columns fail in a few of them.
      const step = Math.max(1, Math.floor(rows.length / FEW_ROWS));
      let fails = 0;
      for (let i = 0; i < rows.length; i += step)
        if (!(values[rows[i]] <= most[rows[i]]) && ++fails > MAX_FEW_ABOVE) return [];
      let above = 0;
      for (const row of rows)
        if (!(values[row] <= most[row]) && ++above > 0.005 * rows.length) return [];
      const at = (row: number) => values[row] === most[row];
      const mark = { rows: rows.reduce((count, row) => count + Number(at(row)), 0), at };
      return isFrequent(mark, rows.length) ? [{ high: { column: place }, mark }] : [];
    })
    .slice(0, MAX_CAPS);
}

/**
 * Returns possible bounds of a column within some rows: its least and greatest value, and columns
 * that it reaches but never exceeds.
 *
 * @param options.allowed columns that may be a cap
 */
export function clampsOf(
  table: Table,
  options: { own: number; rows: Uint32Array; allowed: readonly number[] },
): Clamp[] {
  const { own, rows } = options;
  const { values } = table.columns[own] as NumberColumn;
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const row of rows) {
    if (values[row] < low) low = values[row];
    if (values[row] > high) high = values[row];
  }
  const none = { rows: 0, at: () => false };
  const least = markOf(rows, values, low);
  const most = markOf(rows, values, high);
  const lows = [
    { low: undefined, mark: none },
    ...(isFrequent(least, rows.length) ? [{ low, mark: least }] : []),
  ];
  const highs: { high: Cap | undefined; mark: Mark }[] = [
    { high: undefined, mark: none },
    ...(isFrequent(most, rows.length) ? [{ high: { value: high }, mark: most }] : []),
    ...capColumns(table, options),
  ];
  return lows.flatMap((bottom) =>
    highs.flatMap((top) => {
      if (bottom.low === undefined && top.high === undefined) return [];
      const isInterior = (row: number) => !bottom.mark.at(row) && !top.mark.at(row);
      const interior = rows.filter(isInterior);
      if (interior.length < MIN_INTERIOR) return [];
      return [
        {
          ...(bottom.low !== undefined && { low: bottom.low }),
          ...(top.high !== undefined && { high: top.high }),
          interior,
          isInterior,
        },
      ];
    }),
  );
}
