import { entityIndex, rowsByEntity } from '../../table/sequence-shape.ts';
import type { Table } from '../../table/table.ts';
import type { SidedColumn, SidedNumbers } from './align-columns.ts';
import {
  interRowMsas,
  type Sequences,
  sequenceLengthSimilarity,
  statisticMsas,
} from './sequences.ts';

/** Fewest sequences on either side with which their lengths or means say anything. */
export const MIN_SEQUENCES = 10;

export type SequenceScores = {
  key: string;
  sequences: { real: number; synthetic: number };
  lengths: number | null;
  columns: { column: string; interRow: number | null; statistic: number | null }[];
};

/** Rows by entity, in the order of the first date where there is one, else of the table. */
function sequencesOf(table: Table, key: string, time: Float64Array | null): Sequences | null {
  const column = table.columns.find(({ name }) => name === key);
  if (column === undefined) return null;
  const { of, count } = entityIndex(column);
  const { order, start } = rowsByEntity(of, count, time ?? new Float64Array(table.rows));
  return { rows: Uint32Array.from(order), starts: Uint32Array.from(start) };
}

/**
 * SDMetrics' measures of sequences over every number that is learned.
 *
 * @param tables the real one, then the one compared with it
 * @param columns features, aligned; `side` is the place of the second table in them
 * @param key the column that names whose sequence a row belongs to
 * @returns the scores, or how many sequences there are where these are too few
 */
export function sequenceScores(
  [real, other]: readonly [Table, Table],
  columns: readonly SidedColumn[],
  side: number,
  key: string,
): SequenceScores | number {
  const numbers = columns.filter((one): one is SidedNumbers => one.kind === 'number');
  const time = numbers.find(({ datetime }) => datetime);
  const own = sequencesOf(real, key, time?.values[0] ?? null);
  const made = sequencesOf(other, key, time?.values[side] ?? null);
  if (own === null || made === null) return 0;
  const counts = { real: own.starts.length - 1, synthetic: made.starts.length - 1 };
  const least = Math.min(counts.real, counts.synthetic);
  if (least < MIN_SEQUENCES || real.rows <= counts.real) return least;
  return {
    key,
    sequences: counts,
    lengths: sequenceLengthSimilarity(own, made),
    columns: numbers.map((column) => ({
      column: column.name,
      interRow: interRowMsas(column.values[0], {
        realSequences: own,
        synthetic: column.values[side],
        syntheticSequences: made,
      }),
      statistic: statisticMsas(column.values[0], {
        realSequences: own,
        synthetic: column.values[side],
        syntheticSequences: made,
      }),
    })),
  };
}
