import type { NumberColumn, Table } from '../../../table/table.ts';
import { spread, valuesAt } from '../laws/sample-amounts.ts';
import type { Cap, Case } from './derived-column.ts';

/** Bounds of a column, and the rows between them, where its formula shows. */
export type Clamp = Pick<Case, 'low' | 'high'> & {
  isInterior: (row: number) => boolean;
  interiorRows: number;
};

type Range = { low: number; high: number; lowest: number; highest: number };

/** Rows in which columns are looked at: all, values of a few, and ranges with the rows at their ends. */
export type ClampRows = {
  rows: Uint32Array;
  fewOf: (column: number) => Float64Array;
  rangeOf: (column: number) => Range;
};

function rangeIn(values: Float64Array, rows: Uint32Array): Range {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  let lowest = 0;
  let highest = 0;
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i];
    const value = values[row];
    if (value <= low) {
      lowest = value < low ? 1 : lowest + 1;
      low = value;
    }
    if (value >= high) {
      highest = value > high ? 1 : highest + 1;
      high = value;
    }
  }
  return { low, high, lowest, highest };
}

/** Returns a function that computes something of a column once. */
function oncePerColumn<Result>(compute: (column: number) => Result) {
  const known = new Map<number, Result>();
  return (column: number): Result => {
    const found = known.get(column) ?? compute(column);
    known.set(column, found);
    return found;
  };
}

/** Prepares the search of bounds in some rows of a table. */
export function clampRows({ columns }: Table, rows: Uint32Array): ClampRows {
  const valuesOf = (column: number) => (columns[column] as NumberColumn).values;
  const few = spread(rows.length, FEW_ROWS).map((i) => rows[i]);
  return {
    rows,
    fewOf: oncePerColumn((column) => valuesAt({ values: valuesOf(column) }, few)),
    rangeOf: oncePerColumn((column) => rangeIn(valuesOf(column), rows)),
  };
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

/** Counts the rows in which a cap is reached; none if it is exceeded in more than a few. */
function countReached(rows: Uint32Array, values: Float64Array, most: Float64Array): number {
  let above = 0;
  let reached = 0;
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i];
    if (values[row] === most[row]) reached++;
    else if (!(values[row] <= most[row]) && ++above > MAX_ABOVE * rows.length) return 0;
  }
  return reached;
}

/** Counts the rows that neither of two marks is in. */
function countInterior(rows: Uint32Array, bottom: Mark, top: Mark): number {
  let count = rows.length - bottom.rows - top.rows;
  if (bottom.rows === 0 || top.rows === 0) return count;
  for (let i = 0; i < rows.length; i++) if (bottom.at(rows[i]) && top.at(rows[i])) count++;
  return count;
}

/** Returns columns that are never exceeded, but reached in enough rows. */
function capColumns(
  table: Table,
  { own, rows, fewOf, rangeOf, allowed }: ClampRows & { own: number; allowed: readonly number[] },
): { high: Cap; mark: Mark }[] {
  const { values } = table.columns[own] as NumberColumn;
  const caps: { high: Cap; mark: Mark }[] = [];
  for (const place of allowed) {
    if (place === own || table.columns[place].kind !== 'number') continue;
    // Most columns exceed others in a few rows, or are below all of their values.
    if (exceeds(fewOf(own), fewOf(place)) || rangeOf(own).high < rangeOf(place).low) continue;
    const most = (table.columns[place] as NumberColumn).values;
    const reached = countReached(rows, values, most);
    const mark = { rows: reached, at: (row: number) => values[row] === most[row] };
    if (!isFrequent(mark, rows.length)) continue;
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
  const { low, high, ...ends } = options.rangeOf(own);
  const none = { rows: 0, at: () => false };
  const lowest = { rows: ends.lowest, at: (row: number) => values[row] === low };
  const highest = { rows: ends.highest, at: (row: number) => values[row] === high };
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
      const interiorRows = countInterior(rows, bottom.mark, top.mark);
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
