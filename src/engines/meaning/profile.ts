import type { LayoutType } from '../../shared/column-layout.ts';
import { formatCell } from '../table/format-table.ts';
import type { SequenceShape } from '../table/sequence-shape.ts';
import type { CategoryColumn, Column, Table } from '../table/table.ts';
import { typeOf } from '../table/type-of.ts';
import { findSequences } from './entity/find-sequence.ts';
import { type Meaning, meaningsOf } from './meanings.ts';
import type { ColumnRole } from './roles/column-role.ts';

export type ColumnProfile = {
  name: string;
  type: LayoutType;
  nulls: number;
  distinct: number;
  /** Least and greatest value in the file's form; null for an empty column. */
  minimum: string | null;
  maximum: string | null;
  mean: number | null;
  /** Ten bins of equal width for numbers and dates. */
  histogram: { from: string; to: string; count: number }[];
  top: { value: string; count: number }[];
  keyCandidate: boolean;
} & Pick<Meaning, 'personal' | 'role' | 'kind' | 'evidence' | 'confidence' | 'otherwise'>;

export type Profile = { rows: number; columns: ColumnProfile[]; sequence: SequenceShape | null };

const HISTOGRAM_BINS = 10;
const TOP_VALUES = 10;
type Summary = Pick<
  ColumnProfile,
  'nulls' | 'distinct' | 'minimum' | 'maximum' | 'mean' | 'histogram' | 'top'
>;

function summarizeCategories(column: CategoryColumn): Summary {
  const counts = new Float64Array(column.dictionary.length);
  let nulls = 0;
  for (const code of column.codes) {
    if (code < 0) nulls++;
    else counts[code]++;
  }
  const used = column.dictionary
    .map((value, code) => ({ value, count: counts[code] }))
    .filter((entry) => entry.count > 0)
    .sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1));
  let minimum: string | null = null;
  let maximum: string | null = null;
  for (const { value } of used) {
    if (minimum === null || value < minimum) minimum = value;
    if (maximum === null || value > maximum) maximum = value;
  }
  const top = used.slice(0, TOP_VALUES);
  return { nulls, distinct: used.length, minimum, maximum, mean: null, histogram: [], top };
}

function summarizeValues(column: Exclude<Column, CategoryColumn>): Summary {
  const sorted = column.values.filter((value) => !Number.isNaN(value)).sort();
  const nulls = column.values.length - sorted.length;
  const none = { minimum: null, maximum: null, mean: null, histogram: [], top: [] };
  if (sorted.length === 0) return { nulls, distinct: 0, ...none };
  let distinct = 1;
  let sum = sorted[0];
  for (let i = 1; i < sorted.length; i++) {
    if (sorted[i] !== sorted[i - 1]) distinct++;
    sum += sorted[i];
  }
  const low = sorted[0];
  const high = sorted[sorted.length - 1];
  const text = (value: number) => formatCell({ ...column, values: Float64Array.of(value) }, 0);
  const counts = new Array<number>(HISTOGRAM_BINS).fill(0);
  const width = (high - low) / HISTOGRAM_BINS;
  for (const value of sorted) {
    const bin = width > 0 ? Math.floor((value - low) / width) : 0;
    counts[Math.min(bin, HISTOGRAM_BINS - 1)]++;
  }
  const bins = width > 0 ? counts : [sorted.length];
  const histogram = bins.map((count, i) => ({
    from: text(low + i * width),
    to: text(width > 0 ? low + (i + 1) * width : high),
    count,
  }));
  const mean = column.kind === 'number' ? sum / sorted.length : null;
  return { nulls, distinct, minimum: text(low), maximum: text(high), mean, histogram, top: [] };
}

function profileColumn(column: Column, rows: number, meaning: Meaning): ColumnProfile {
  const summary =
    column.kind === 'category' ? summarizeCategories(column) : summarizeValues(column);
  const { personal, role, kind, evidence, confidence, otherwise } = meaning;
  return {
    name: column.name,
    type: typeOf(column),
    ...summary,
    keyCandidate: rows > 1 && summary.nulls === 0 && summary.distinct === rows,
    ...{ personal, role, kind, evidence, confidence, otherwise },
  };
}

function sequenceFor(table: Table, roles: readonly ColumnRole[]): SequenceShape | null {
  const found = findSequences(table, roles);
  if (found === null) return null;
  return found.inFileOrder ? { ...found.shape, time: 'their order in the file' } : found.shape;
}

/**
 * Profiles a table before fitting: types, missing and distinct values, ranges, keys, meanings, and
 * sequences per account or customer, if any.
 */
export function profileTable(table: Table): Profile {
  const meanings = meaningsOf(table);
  const columns = table.columns.map((column, i) => profileColumn(column, table.rows, meanings[i]!));
  const roles = columns.map((column) => column.role);
  return { rows: table.rows, columns, sequence: sequenceFor(table, roles) };
}
