import { firstAbove } from '../../table/search-sorted.ts';
import type { SidedColumn } from '../quality/align-columns.ts';

export const MODEL_BINS = 64;
const MISSING = MODEL_BINS - 1;

/** Bins 0..63 of one column for tree splits, per side; 63 is missing or any rarer category. */
export type ModelColumn = { name: string; codes: Uint8Array[] };

function numberCuts(
  column: Extract<SidedColumn, { kind: 'number' }>,
  sides: number[],
): Float64Array {
  const cuts = new Set<number>();
  for (const side of sides) {
    const sorted = column.sorted[side];
    for (let i = 1; i < MISSING; i++) {
      if (sorted.length > 0) cuts.add(sorted[Math.floor((i * sorted.length) / MISSING)]);
    }
  }
  const all = Float64Array.from(cuts).sort();
  if (all.length < MISSING) return all;
  return Float64Array.from(
    { length: MISSING - 1 },
    (_, i) => all[Math.floor(((i + 0.5) * all.length) / (MISSING - 1))],
  );
}

function binNumber(values: Float64Array, rows: Uint32Array, cuts: Float64Array): Uint8Array {
  const codes = new Uint8Array(rows.length);
  for (let i = 0; i < rows.length; i++) {
    const value = values[rows[i]];
    codes[i] = Number.isNaN(value) ? MISSING : firstAbove(cuts, { value });
  }
  return codes;
}

/**
 * Bins columns for boosted trees: numbers at quantiles, categories by frequency.
 *
 * @param sides sides whose rows determine the cuts
 * @param picked selected rows, one list per side
 */
export function modelBins(
  columns: readonly SidedColumn[],
  sides: number[],
  picked: readonly Uint32Array[],
): ModelColumn[] {
  return columns.map((column) => {
    if (column.kind === 'number') {
      const cuts = numberCuts(column, sides);
      const codes = picked.map((rows, side) => binNumber(column.values[side], rows, cuts));
      return { name: column.name, codes };
    }
    const missing = column.words.length;
    const total = (code: number) => sides.reduce((sum, s) => sum + column.counts[s][code], 0);
    const map = new Uint8Array(missing + 1).fill(MISSING);
    Array.from(column.words.keys())
      .map((code) => ({ code, rows: total(code) }))
      .sort((a, b) => b.rows - a.rows || (column.words[a.code] < column.words[b.code] ? -1 : 1))
      .slice(0, MISSING)
      .forEach(({ code }, rank) => {
        map[code] = rank;
      });
    const codes = picked.map((rows, side) => {
      const list = column.codes[side];
      return Uint8Array.from(rows, (row) => map[list[row]]);
    });
    return { name: column.name, codes };
  });
}
