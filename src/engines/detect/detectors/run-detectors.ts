import { averageRanks } from '../arrays/average-ranks.ts';
import { type RankedColumn, rankColumn } from '../arrays/ranked-column.ts';
import { smallestKeys } from '../arrays/row-keys.ts';
import type { Values } from '../arrays/values.ts';
import type { Feature } from '../features/feature.ts';
import type { Step } from '../run-options.ts';
import { copod, ecod, ecodOfTransactions } from './ecod.ts';
import { hbos } from './hbos.ts';
import { fitIsolationForest, scoreIsolationForest } from './isolation-forest.ts';
import { sampledNeighbors } from './sampled-neighbors.ts';

export const DETECTORS = ['ecod', 'copod', 'isolation-forest', 'neighbors', 'hbos'] as const;
export type DetectorName = (typeof DETECTORS)[number];

/** Detectors run by default. COPOD ranks much like ECOD, so it runs only on request. */
export const DEFAULT_DETECTORS: readonly DetectorName[] = [
  'ecod',
  'isolation-forest',
  'neighbors',
  'hbos',
];

export type Detected = {
  name: DetectorName;
  /** Mid-ranks of the scores as shares of the rows. */
  ranks: Float64Array;
  weight: number;
};

/**
 * Weight of each detector. For transactions, features are built so that their tails are the
 * signal; whole-row detectors break ties, and count a little where no feature adds. For tables, the only tuned weight is that of the
 * neighbors, chosen on the ADBench sets of the tests.
 */
const WEIGHTS: Record<'transactions' | 'competing' | 'table', Record<DetectorName, number>> = {
  transactions: { ecod: 1, copod: 0.01, 'isolation-forest': 0.01, neighbors: 0.01, hbos: 0.01 },
  competing: { ecod: 1, copod: 0.1, 'isolation-forest': 0.1, neighbors: 0.1, hbos: 0.1 },
  table: { ecod: 0, copod: 0, 'isolation-forest': 1, neighbors: 4, hbos: 1 },
};

/** Rows from which the forest and the reference rows are sampled. */
const POOL = 25_600;
/** Row count above which forest and references are smaller, to limit run time to seconds. */
const LARGE = 250_000;
/** Trees of the forest and reference rows of the neighbors; fewer where these break ties alone. */
const SIZES = {
  usual: { trees: 100, references: 256 },
  large: { trees: 50, references: 128 },
  largeTies: { trees: 25, references: 64 },
} as const;

/** Returns 32-bit floats, not to be changed; missing values become the column's median, which isolates no row. */
function filled(values: Values, ranked: RankedColumn): Float32Array {
  if (ranked.present === values.length)
    return values instanceof Float32Array ? values : new Float32Array(values);
  if (ranked.present === 0) return new Float32Array(values.length);
  const middle = ranked.upTo.findIndex((count) => count * 2 >= ranked.present);
  const median = ranked.values[middle];
  const whole = new Float32Array(values);
  for (let i = 0; i < whole.length; i++) if (Number.isNaN(whole[i])) whole[i] = median;
  return whole;
}

/** Runs the requested detectors. No detector uses labels or depends on row order. */
export function runDetectors(
  features: readonly Feature[],
  {
    keys,
    options,
    step,
  }: {
    keys: Float64Array;
    options: { kind: 'transactions' | 'table'; seed: bigint; detectors: readonly DetectorName[] };
    step: Step;
  },
): { detected: Detected[]; pool: Uint32Array } {
  const rows = keys.length;
  const pool = smallestKeys(keys, POOL);
  const { kind, seed } = options;
  const adding = kind === 'table' || features.some(({ adds }) => adds !== undefined);
  const breaksTies = kind === 'transactions' && adding;
  const size = SIZES[rows <= LARGE ? 'usual' : breaksTies ? 'largeTies' : 'large'];
  const columns: Float32Array[] = [];
  const wantsColumns = options.detectors.some(
    (name) => name === 'isolation-forest' || name === 'neighbors',
  );
  const scoresByDetector = new Map<DetectorName, Float64Array>();
  function* ranking() {
    for (const [i, { values, tail, weight, adds }] of features.entries()) {
      step('tails', i, features.length);
      const ranked = rankColumn(values);
      if (wantsColumns) columns.push(filled(values, ranked));
      yield { ranked, tail, weight, adds };
    }
  }
  function* rankedOnly() {
    for (const { ranked } of ranking()) yield ranked;
  }
  const tails = kind === 'table' ? ecod(rankedOnly(), rows) : ecodOfTransactions(ranking(), rows);
  if (options.detectors.includes('ecod')) scoresByDetector.set('ecod', tails);
  if (options.detectors.includes('copod')) {
    step('copulas', 0, 1);
    const ranked = (function* () {
      for (const { values } of features) yield rankColumn(values);
    })();
    scoresByDetector.set('copod', copod(ranked, rows));
  }
  if (features.length > 0 && options.detectors.includes('isolation-forest')) {
    const forest = fitIsolationForest(
      columns.map((values) => Float32Array.from(pool, (row) => values[row])),
      { seed, trees: size.trees },
    );
    const scores = scoreIsolationForest(forest, {
      columns,
      rows,
      step: (done) => step('forest', done, rows),
    });
    scoresByDetector.set('isolation-forest', scores);
  }
  if (features.length > 0 && options.detectors.includes('neighbors')) {
    const scores = sampledNeighbors(columns, {
      rows,
      pool,
      options: { references: size.references },
      step: (done) => step('neighbors', done, rows),
    });
    scoresByDetector.set('neighbors', scores);
  }
  columns.length = 0;
  if (options.detectors.includes('hbos')) {
    step('histograms', 0, 1);
    scoresByDetector.set(
      'hbos',
      hbos(
        features.map(({ values }) => values),
        rows,
      ),
    );
  }
  const weights = WEIGHTS[adding ? kind : 'competing'];
  const detected = DETECTORS.flatMap((name) => {
    const scores = scoresByDetector.get(name);
    return scores === undefined
      ? []
      : [{ name, ranks: averageRanks(scores), weight: weights[name] }];
  });
  return { detected, pool };
}
