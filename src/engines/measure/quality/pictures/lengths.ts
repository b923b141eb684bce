import type { PictureFigures } from '../../../../shared/report-sentences/picture-table.ts';
import { type Persons, shareBins } from './count-cells.ts';

function rowsOf(persons: Int32Array): number[] {
  const rows = new Map<number, number>();
  for (const person of persons) if (person >= 0) rows.set(person, (rows.get(person) ?? 0) + 1);
  return [...rows.values()];
}

/** Bin of a count from 1: each begins at a power of two. */
export const sizeCode = (length: number) => Math.floor(Math.log2(length));
export const labelOf = (code: number) => (code === 0 ? '1' : `${2 ** code}–${2 ** (code + 1) - 1}`);

/** Draws sequences by their number of rows, in bins that double; null if all have one row. */
export function lengths(column: string, sides: readonly Persons[]): PictureFigures | null {
  if (sides[0] === null || sides[1] === null) return null;
  const codes = sides.slice(0, 2).map((persons) => rowsOf(persons!).map(sizeCode));
  const size = Math.max(0, ...codes.flat()) + 1;
  if (size < 2) return null;
  const [real, synthetic] = codes.map((list, side) =>
    shareBins(list, size, { persons: null, hide: side === 0 }),
  );
  const bins = Array.from({ length: size }, (_, code) => ({
    label: labelOf(code),
    real: real[code],
    synthetic: synthetic[code],
  }));
  return { kind: 'bars', name: 'lengths', column, bins };
}
