import { type BoostSettings, boost } from '../../measure/models/boosted-trees.ts';
import { type Boosted, predict } from '../../measure/models/predict-boosted.ts';
import { shuffled } from '../../measure/statistics/shuffled.ts';
import { streamFor } from '../../random/stream.ts';
import type { Decisions } from './carried-risk.ts';

export type RankerColumn = { name: string; bins: Uint8Array };
/** Members index the names of `columns`. Plain data: it can be stored as JSON. */
export type Ranker = { columns: string[]; members: { columns: number[]; trees: Boosted }[] };

const MEMBERS = 16;
const ROWS = 0.8;
const COLUMNS = 0.8;
const PURPOSE = 0x4a4e;
const SETTINGS: BoostSettings = { rounds: 40, depth: 3, rate: 0.1, leastRows: 3, monotone: true };

/** Fewest decisions of either kind to learn from. */
export const MIN_DECISIONS = 5;

/** Returns the decided rows; null if there are fewer than five confirmed or five cleared. */
export function learnableRows(labels: Int8Array, rows: Uint32Array): Uint32Array | null {
  const decided = rows.filter((row) => labels[row] >= 0);
  const confirmed = decided.reduce((sum, row) => sum + (labels[row] === 1 ? 1 : 0), 0);
  const enough = Math.min(confirmed, decided.length - confirmed) >= MIN_DECISIONS;
  return enough ? decided : null;
}

/**
 * Fits a ranker to decisions: gradient-boosted trees (logistic loss, Newton steps), monotone in
 * each column's tail, averaged over 16 draws of 80 % of the rows and 80 % of the columns (Breiman,
 * Bagging predictors, 1996). Deterministic.
 *
 * @param columns tail bins, one array per column
 * @param rows decided rows, with both labels
 */
export function fitRanker(
  columns: readonly RankerColumn[],
  { labels, rows, seed }: { labels: Decisions['labels']; rows: Uint32Array; seed: bigint },
): Ranker {
  const own = columns.map(({ bins }) => Uint8Array.from(rows, (row) => bins[row]));
  const ownLabels = Uint8Array.from(rows, (row) => labels[row]);
  const members = Array.from({ length: MEMBERS }, (_, member) => {
    const stream = streamFor(seed, member, PURPOSE);
    const width = Math.max(1, Math.ceil(columns.length * COLUMNS));
    const chosen = [...shuffled(columns.length, stream, width)].sort((a, b) => a - b);
    const drawn = shuffled(rows.length, stream, Math.ceil(rows.length * ROWS)).sort();
    const bins = chosen.map((column) => own[column]);
    return {
      columns: chosen,
      trees: boost(bins, { labels: ownLabels, rows: drawn, settings: SETTINGS }),
    };
  });
  return { columns: columns.map(({ name }) => name), members };
}

/**
 * Returns the mean probability of a confirmed decision for the given rows.
 *
 * @throws RangeError if a column of the ranker is missing
 */
export function rankRows(
  { columns: names, members }: Ranker,
  given: readonly RankerColumn[],
  rows: Uint32Array,
): Float64Array {
  const byName = new Map(given.map((column) => [column.name, column]));
  const missing = names.filter((name) => !byName.has(name));
  if (missing.length > 0) throw new RangeError(`The ranker needs ${missing.join(', ')}.`);
  const columns = names.map((name) => byName.get(name)!);
  const sum = new Float64Array(rows.length);
  for (const { columns: chosen, trees } of members) {
    const odds = predict(
      trees,
      chosen.map((column) => columns[column].bins),
      rows,
    );
    for (let i = 0; i < sum.length; i++) sum[i] += 1 / (1 + Math.exp(-odds[i])) / members.length;
  }
  return sum;
}
