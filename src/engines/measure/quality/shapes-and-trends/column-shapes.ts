import type { SidedColumn } from '../align-columns.ts';
import { ksComplement } from './ks-complement.ts';
import { tvComplement } from './tv-complement.ts';

export type ColumnShape = {
  column: string;
  metric: 'KSComplement' | 'TVComplement';
  score: number | null;
};

/** Computes SDMetrics' Column Shapes: KSComplement of numbers and dates, else TVComplement. */
export function columnShapes(columns: readonly SidedColumn[], side = 1): ColumnShape[] {
  return columns.map((column): ColumnShape => {
    if (column.kind === 'number') {
      const score = ksComplement(column.sorted[0], column.sorted[side]);
      return { column: column.name, metric: 'KSComplement', score };
    }
    const present = column.words.length;
    const score = tvComplement(
      column.counts[0].subarray(0, present),
      column.counts[side].subarray(0, present),
    );
    return { column: column.name, metric: 'TVComplement', score };
  });
}
