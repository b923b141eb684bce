import type { NumberColumn, Table } from '../../../table/table.ts';
import { spread } from '../laws/sample-amounts.ts';
import type { Cap, Case } from './derived-column.ts';

/** Bounds of a column, and the rows between them, where its formula shows. */
export type Clamp = Pick<Case, 'low' | 'high'> & {
  isInterior: (row: number) => boolean;
  interiorRows: number;
};

/** Rows in which columns are looked at: all, and the values of a few spread ones. */
export type ClampRows = { rows: Uint32Array; fewOf: (column: number) => Float64Array };

/** Returns the rows, and the values of a few of them, which most bounds fail in. */
export function clampRows({ columns }: Table, rows: Uint32Array): ClampRows {
  const few = spread(rows.length, FEW_ROWS);
  const known = new Map<number, Float64Array>();
  const valuesAt = (column: number) => {
    const { values } = columns[column] as NumberColumn;
    const own = new Float64Array(few.length);
    for (let i = 0; i < own.length; i++) own[i] = values[rows[few[i]]];
    return own;
  };
  const fewOf = (column: number) => {
    const found = known.get(column) ?? valuesAt(column);
    known.set(column, found);
    return found;
  };
  return { rows, fewOf };
}

const MIN_SHARE = 0.02;
const MIN_ROWS = 20;
const MAX_ROWS_SHARE = 0.95;
const MIN_INTERIOR = 50;
const MAX_CAPS = 3;
const FEW_ROWS = 100;
const MAX_FEW_ABOVE = 6;
const MAX_ABOVE = 0.005;

type Mark = { rows: number; at: (row: number) => boolean };

const isFrequent = ({ rows }: Mark, all: number) =>
  rows >= Math.max(MIN_ROWS, MIN_SHARE * all) && rows <= MAX_ROWS_SHARE * all;

/** Returns true if a column exceeds another in more than a few of the spread rows. */
function exceeds(own: Float64Array, most: Float64Array): boolean {
  let fails = 0;
  for (let i = 0; i < own.length; i++)
    if (!(own[i] <= most[i]) && ++fails > MAX_FEW_ABOVE) return true;
  return false;
}

/** Returns columns that are never exceeded, but reached in enough rows. */
function capColumns(
  table: Table,
  { own, rows, fewOf, allowed }: ClampRows & { own: number; allowed: readonly number[] },
): { high: Cap; mark: Mark }[] {
  const { values } = table.columns[own] as NumberColumn;
  const caps: { high: Cap; mark: Mark }[] = [];
  for (const place of allowed) {
    if (place === own || table.columns[place].kind !== 'number') continue;
    if (exceeds(fewOf(own), fewOf(place))) continue;
    const most = (table.columns[place] as NumberColumn).values;
    let [above, reached] = [0, 0];
    for (const row of rows) {
      if (values[row] === most[row]) reached++;
      else if (!(values[row] <= most[row]) && ++above > MAX_ABOVE * rows.length) break;
    }
    const mark = { rows: reached, at: (row: number) => values[row] === most[row] };
    if (above > MAX_ABOVE * rows.length || !isFrequent(mark, rows.length)) continue;
    caps.push({ high: { column: place }, mark });
    if (caps.length === MAX_CAPS) break;
  }
  return caps;
}

/**
 * Returns possible bounds of a column within some rows: its least and greatest value, and columns
 * that it reaches but never exceeds.
 *
 * @param options.allowed columns that may be a cap
 */
export function clampsOf(
  table: Table,
  options: ClampRows & { own: number; allowed: readonly number[] },
): Clamp[] {
  const { own, rows } = options;
  const { values } = table.columns[own] as NumberColumn;
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  let [least, most] = [0, 0];
  for (const row of rows) {
    const value = values[row];
    if (value <= low) {
      least = value < low ? 1 : least + 1;
      low = value;
    }
    if (value >= high) {
      most = value > high ? 1 : most + 1;
      high = value;
    }
  }
  const none = { rows: 0, at: () => false };
  const lowest = { rows: least, at: (row: number) => values[row] === low };
  const highest = { rows: most, at: (row: number) => values[row] === high };
  const lows = [
    { low: undefined, mark: none },
    ...(isFrequent(lowest, rows.length) ? [{ low, mark: lowest }] : []),
  ];
  const highs: { high: Cap | undefined; mark: Mark }[] = [
    { high: undefined, mark: none },
    ...(isFrequent(highest, rows.length) ? [{ high: { value: high }, mark: highest }] : []),
    ...capColumns(table, options),
  ];
  return lows.flatMap((bottom) =>
    highs.flatMap((top) => {
      if (bottom.low === undefined && top.high === undefined) return [];
      const isInterior = (row: number) => !bottom.mark.at(row) && !top.mark.at(row);
      let interiorRows = 0;
      for (const row of rows) if (isInterior(row)) interiorRows++;
      if (interiorRows < MIN_INTERIOR) return [];
      return [
        {
          ...(bottom.low !== undefined && { low: bottom.low }),
          ...(top.high !== undefined && { high: top.high }),
          isInterior,
          interiorRows,
        },
      ];
    }),
  );
}
