import { firstAbove, firstNotBelow } from '../../table/search-sorted.ts';
import type { Column, Table } from '../../table/table.ts';
import { meanOf } from '../statistics/mean.ts';
import type { SidedColumn } from './align-columns.ts';

type Validity = {
  column: string;
  metric: 'BoundaryAdherence' | 'CategoryAdherence' | 'KeyUniqueness';
  score: number | null;
};

export type Diagnostic = {
  score: number | null;
  dataValidity: number | null;
  dataStructure: number;
  validity: Validity[];
};

/** Returns the share of values within the real extremes; missing ones must occur in real data. */
function boundaryAdherence(column: Extract<SidedColumn, { kind: 'number' }>, side: number) {
  const real = column.sorted[0];
  const other = column.sorted[side];
  if (real.length === 0) return null;
  const low = real[0];
  const high = real[real.length - 1];
  const inside = firstAbove(other, { value: high }) - firstNotBelow(other, { value: low });
  const missingAllowed = real.length < column.values[0].length;
  const of = missingAllowed ? other.length : column.values[side].length;
  return of === 0 ? null : inside / of;
}

/** Returns the share of the other side's values (or missing ones) found in the real column. */
function categoryAdherence(column: Extract<SidedColumn, { kind: 'category' }>, side: number) {
  const real = column.counts[0];
  const other = column.counts[side];
  let matching = 0;
  let of = 0;
  for (let code = 0; code < real.length; code++) {
    of += other[code];
    if (real[code] > 0) matching += other[code];
  }
  return of === 0 ? null : matching / of;
}

/** Returns 1 minus the share of missing or repeated keys (SDMetrics' KeyUniqueness). */
function keyUniqueness(column: Column): number | null {
  if (column.kind !== 'category') return distinctShare(column.values);
  if (column.codes.length === 0) return null;
  const seen = new Uint8Array(column.dictionary.length);
  let distinct = 0;
  for (const code of column.codes) {
    if (code < 0 || seen[code] === 1) continue;
    seen[code] = 1;
    distinct++;
  }
  return distinct / column.codes.length;
}

function distinctShare(values: Float64Array): number | null {
  if (values.length === 0) return null;
  const sorted = values.slice().sort();
  let distinct = 0;
  for (let i = 0; i < sorted.length; i++) {
    const value = sorted[i];
    if (!Number.isNaN(value) && (i === 0 || value !== sorted[i - 1])) distinct++;
  }
  return distinct / sorted.length;
}

/**
 * Computes SDMetrics' DiagnosticReport: Data Validity (values within the real extremes, known
 * categories, unique keys) and Data Structure (shared columns of one kind over all columns). Both
 * should be exactly 1.
 *
 * @param keys names of columns with unique values
 */
export function diagnose(
  real: Table,
  {
    synthetic,
    columns,
    keys,
  }: { synthetic: Table; columns: readonly SidedColumn[]; keys: readonly string[] },
): Diagnostic {
  const validity: Validity[] = columns.map((column) =>
    column.kind === 'number'
      ? { column: column.name, metric: 'BoundaryAdherence', score: boundaryAdherence(column, 1) }
      : { column: column.name, metric: 'CategoryAdherence', score: categoryAdherence(column, 1) },
  );
  for (const name of keys) {
    const column = synthetic.columns.find((candidate) => candidate.name === name);
    if (column === undefined) continue;
    validity.push({ column: name, metric: 'KeyUniqueness', score: keyUniqueness(column) });
  }
  const kinds = (table: Table) =>
    table.columns.map(({ name, kind }) => JSON.stringify([name, kind]));
  const own = new Set(kinds(real));
  const all = new Set([...own, ...kinds(synthetic)]);
  const shared = kinds(synthetic).filter((kind) => own.has(kind)).length;
  const dataValidity = meanOf(validity.map(({ score }) => score));
  const dataStructure = all.size === 0 ? 0 : shared / all.size;
  return { score: meanOf([dataValidity, dataStructure]), dataValidity, dataStructure, validity };
}
