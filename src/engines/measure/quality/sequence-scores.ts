import { entityIndex, rowsByEntity } from '../../table/sequence-shape.ts';
import type { Table } from '../../table/table.ts';
import type { SidedColumn, SidedNumbers } from './align-columns.ts';
import { historyOf } from './histories/history.ts';
import { type HistoryScore, historyScores } from './histories/history-scores.ts';
import {
  interRowMsas,
  type Sequences,
  sequenceLengthSimilarity,
  statisticMsas,
} from './sequences.ts';

export const MIN_SEQUENCES = 10;

export type SequenceScores = {
  key: string;
  sequences: { real: number; synthetic: number };
  lengths: number | null;
  columns: { column: string; interRow: number | null; statistic: number | null }[];
  /** Measures of rows over time; empty without a date column. */
  histories: HistoryScore[];
};

/** Groups rows by entity, ordered by the first date column, otherwise in table order. */
function sequencesOf(table: Table, key: string, time: Float64Array | null): Sequences | null {
  const column = table.columns.find(({ name }) => name === key);
  if (column === undefined) return null;
  const { of, count } = entityIndex(column);
  const { order, start } = rowsByEntity(of, count, time ?? new Float64Array(table.rows));
  return { rows: Uint32Array.from(order), starts: Uint32Array.from(start) };
}

/**
 * Computes SDMetrics' sequence measures over every learned number.
 *
 * @param tables the real one, then the one compared with it
 * @param columns aligned features; `side` is the index of the second table in them
 * @param key entity column of the sequences
 * @returns the scores, or the number of sequences if these are too few
 */
export function sequenceScores(
  [real, other]: readonly [Table, Table],
  columns: readonly SidedColumn[],
  side: number,
  key: string,
): SequenceScores | number {
  const numbers = columns.filter((column): column is SidedNumbers => column.kind === 'number');
  const time = numbers.find(({ datetime }) => datetime);
  const own = sequencesOf(real, key, time?.values[0] ?? null);
  const syntheticSequences = sequencesOf(other, key, time?.values[side] ?? null);
  if (own === null || syntheticSequences === null) return 0;
  const counts = { real: own.starts.length - 1, synthetic: syntheticSequences.starts.length - 1 };
  const least = Math.min(counts.real, counts.synthetic);
  if (least < MIN_SEQUENCES || real.rows <= counts.real) return least;
  const history = historyOf(columns, 0, own);
  const otherHistory = historyOf(columns, side, syntheticSequences);
  return {
    key,
    sequences: counts,
    lengths: sequenceLengthSimilarity(own, syntheticSequences),
    columns: numbers.map((column) => ({
      column: column.name,
      interRow: interRowMsas(column.values[0], {
        realSequences: own,
        synthetic: column.values[side],
        syntheticSequences,
      }),
      statistic: statisticMsas(column.values[0], {
        realSequences: own,
        synthetic: column.values[side],
        syntheticSequences,
      }),
    })),
    histories:
      history === null || otherHistory === null ? [] : historyScores(history, otherHistory),
  };
}
