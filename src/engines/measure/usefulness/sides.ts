import { entityIndex } from '../../table/sequence-shape.ts';
import type { Table } from '../../table/table.ts';
import type { SidedColumn, SidedNumbers } from '../quality/align-columns.ts';

export const REAL = 0;
export const SYNTHETIC = 1;
export const HOLDOUT = 2;

/** Standard errors that a difference has to exceed, for all columns of a report together. */
const ERRORS = 1.5;

/** Columns of training, synthetic and held-out rows, and the sampling error of a share. */
export type Sides = {
  columns: readonly SidedColumn[];
  hasHoldout: boolean;
  /** Sampling error of a difference of shares, by the side with the fewest independent rows. */
  error: number;
  /** Independent rows by side: entities if there are several rows of each. */
  independent: readonly number[];
};

const independentRows = (table: Table, entity: string | undefined): number => {
  const column = table.columns.find(({ name }) => name === entity);
  return column === undefined ? table.rows : entityIndex(column).count;
};

/** Describes the compared tables: training, synthetic and, if there are any, held-out rows. */
export function sidesOf(
  columns: readonly SidedColumn[],
  tables: readonly Table[],
  entity: string | undefined,
): Sides {
  const counts = tables.map((table) => independentRows(table, entity));
  return {
    columns,
    hasHoldout: tables.length > HOLDOUT,
    error: ERRORS / Math.sqrt(Math.max(1, Math.min(...counts))),
    independent: counts,
  };
}

export const rowsOn = (column: SidedColumn, side: number): number =>
  (column.kind === 'number' ? column.values[side] : column.codes[side]).length;

/** Values of a side that shares are counted from, evenly spaced in ascending order. */
const MAX_VALUES = 20_000;

/** Returns at most 20,000 values of a side, evenly spaced in ascending order. */
export function someValues(column: SidedNumbers, side: number): Float64Array {
  const sorted = column.sorted[side];
  if (sorted.length <= MAX_VALUES) return sorted;
  const step = sorted.length / MAX_VALUES;
  return Float64Array.from({ length: MAX_VALUES }, (_, i) => sorted[Math.floor(i * step)]);
}

/** Returns half the sum of absolute differences of two lists of shares. */
export const totalVariation = (a: Float64Array, b: Float64Array): number =>
  a.reduce((sum, share, i) => sum + Math.abs(share - b[i]), 0) / 2;

/** Returns the share of missing values of a side. */
export function missingShare(column: SidedColumn, side: number): number {
  const rows = rowsOn(column, side);
  if (rows === 0) return 1;
  const present =
    column.kind === 'number'
      ? column.sorted[side].length
      : rows - column.counts[side][column.words.length];
  return 1 - present / rows;
}
