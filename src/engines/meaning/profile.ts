import type { LayoutType } from '../../shared/column-layout.ts';
import { isDateOnly, isTimeOnly } from '../table/datetime-form.ts';
import { formatCell, isNull } from '../table/format-table.ts';
import type { SequenceShape } from '../table/sequence-shape.ts';
import type { CategoryColumn, Column, Table } from '../table/table.ts';
import { findSequence } from './entity/find-sequence.ts';
import type { PersonalKind } from './kinds/list.ts';
import { personalKinds } from './persons/personal-kinds.ts';
import { type ColumnRole, guessRole } from './roles/column-role.ts';

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
  personal: PersonalKind | null;
  role: ColumnRole;
};

export type Profile = { rows: number; columns: ColumnProfile[]; sequence: SequenceShape | null };

const HISTOGRAM_BINS = 10;
const TOP_VALUES = 10;
const SAMPLES = 200;

/** Returns up to 200 values spread over the column, as text. */
function sampleTexts(column: Column, rows: number): string[] {
  const samples: string[] = [];
  const step = Math.max(1, Math.floor(rows / SAMPLES));
  for (let row = 0; row < rows && samples.length < SAMPLES; row += step) {
    if (!isNull(column, row)) samples.push(formatCell(column, row));
  }
  return samples;
}

const BOOLEAN = new Set(['true', 'false', 'yes', 'no', 't', 'f', 'y', 'n']);

function typeOf(column: Column): LayoutType {
  if (column.kind === 'number') return column.decimals === 0 ? 'integer' : 'decimal';
  if (column.kind === 'datetime') {
    if (isTimeOnly(column.form)) return 'time';
    return isDateOnly(column.form) ? 'date' : 'timestamp';
  }
  const dictionary = column.dictionary;
  return dictionary.length > 0 &&
    dictionary.length <= 2 &&
    dictionary.every((w) => BOOLEAN.has(w.toLowerCase()))
    ? 'boolean'
    : 'text';
}

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

function profileColumn(
  column: Column,
  { rows, personal }: { rows: number; personal: PersonalKind | null },
): ColumnProfile {
  const summary =
    column.kind === 'category' ? summarizeCategories(column) : summarizeValues(column);
  const samples = sampleTexts(column, rows);
  const present = rows - summary.nulls;
  return {
    name: column.name,
    type: typeOf(column),
    ...summary,
    keyCandidate: rows > 1 && present === rows && summary.distinct === rows,
    personal,
    role: guessRole(column, { present, distinct: summary.distinct, samples, personal }),
  };
}

/**
 * Profiles a table before fitting: types, missing and distinct values, ranges, keys, personal data
 * by name, form and checksum, proposed roles, and sequences per account or customer, if any.
 */
export function profileTable(table: Table): Profile {
  const kinds = personalKinds(table);
  const columns = table.columns.map((column, i) =>
    profileColumn(column, { rows: table.rows, personal: kinds[i]! }),
  );
  const roles = columns.map((column) => column.role);
  return { rows: table.rows, columns, sequence: findSequence(table, roles) };
}
