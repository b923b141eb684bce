import { DAY } from '../../../table/datetime-form.ts';
import type { SidedCategories, SidedColumn, SidedNumbers } from '../align-columns.ts';
import { codesByCuts } from '../codes-by-cuts.ts';

const BINS = 10;
const RARE = 5;
const MAX_QUANTILES = 1000;

/** Binned column: codes per side and row, rows per code, labels; the last bin is missing. */
export type BinnedColumn = {
  name: string;
  size: number;
  codes: Uint8Array[];
  counts: Uint32Array[];
  labels: string[];
};

function countsOf(codes: Uint8Array, size: number): Uint32Array {
  const counts = new Uint32Array(size);
  for (let row = 0; row < codes.length; row++) counts[codes[row]]++;
  return counts;
}

/** Returns the fewest quantiles, from 10 on, with at least 11 distinct values (boundaries). */
function boundaries(sorted: Float64Array): number[] {
  const n = sorted.length;
  let breaks: number[] = [];
  const end = Math.max(BINS + 1, Math.min(MAX_QUANTILES, n + 1));
  for (let count = BINS; count < end; count++) {
    breaks = [];
    const step = (n - 1) / (count - 1);
    for (let i = 0; i < count; i++) {
      const at = i === count - 1 ? n - 1 : Math.trunc(i * step);
      const value = sorted[at];
      if (breaks.length === 0 || breaks[breaks.length - 1] !== value) breaks.push(value);
    }
    if (breaks.length > BINS) break;
  }
  return breaks;
}

function fewValues(sorted: Float64Array): number[] | null {
  const values: number[] = [];
  for (const value of sorted) {
    if (values.length > 0 && values[values.length - 1] === value) continue;
    if (values.push(value) > BINS) return null;
  }
  return values;
}

function floored(breaks: number[]): number[] {
  for (let digits = 0; digits < 20; digits++) {
    const scale = 10 ** digits;
    const cut = breaks.map((value) => Math.floor(value * scale) / scale);
    if (new Set(cut).size === breaks.length) {
      return [...cut.slice(0, -1), breaks[breaks.length - 1]];
    }
  }
  return breaks;
}

/** Labels bins by their start; the first by its end, so that the minimum is not disclosed. */
function labelsOf(column: SidedNumbers, starts: readonly number[], single: boolean): string[] {
  const text = (value: number) =>
    column.datetime ? new Date(value * DAY).toISOString().slice(0, 10) : String(value);
  if (single) return starts.map(text);
  const [, second] = starts;
  const first = second === undefined ? 'all' : `below ${text(second)}`;
  return starts.map((value, i) => (i === 0 ? first : text(value)));
}

function binNumbers(column: SidedNumbers): BinnedColumn {
  const real = column.sorted[0];
  const few = fewValues(real);
  const breaks = few ?? (column.datetime ? boundaries(real) : floored(boundaries(real)));
  // The last boundary closes the last bin, except if every value has its own bin.
  const starts = few === null ? breaks.slice(0, -1) : breaks;
  const size = starts.length + 1;
  const cuts = Float64Array.from(starts.slice(1));
  const codes = column.values.map((values) => codesByCuts(values, cuts, size - 1));
  return {
    name: column.name,
    size,
    codes,
    counts: codes.map((list) => countsOf(list, size)),
    labels: [...labelsOf(column, starts, few !== null), '(n/a)'],
  };
}

function binCategories(column: SidedCategories): BinnedColumn {
  const counts = column.counts[0];
  const missing = column.words.length;
  const order = Array.from(column.words.keys())
    .filter((code) => counts[code] >= RARE)
    .sort((a, b) => counts[b] - counts[a] || (column.words[a] < column.words[b] ? -1 : 1))
    .slice(0, BINS);
  const other = order.length;
  const map = new Uint8Array(missing + 1).fill(other);
  order.forEach((code, bin) => {
    map[code] = bin;
  });
  map[missing] = other + 1;
  const codes = column.codes.map((list) => {
    const out = new Uint8Array(list.length);
    for (let row = 0; row < list.length; row++) out[row] = map[list[row]];
    return out;
  });
  const labels = [...order.map((code) => column.words[code]), '(other)', '(n/a)'];
  const size = other + 2;
  const rows = codes.map((list) => countsOf(list, size));
  return { name: column.name, size, codes, counts: rows, labels };
}

/**
 * Bins columns as mostlyai-qa does, from the real side: up to ten distinct numbers get a bin each;
 * others are cut at quantiles, with outliers in the outermost bins; the ten most frequent
 * categories of at least five rows get a bin each, the rest share one; missing values have their
 * own.
 */
export function accuracyBins(columns: readonly SidedColumn[]): BinnedColumn[] {
  return columns.map((column) =>
    column.kind === 'number' ? binNumbers(column) : binCategories(column),
  );
}
