import { type RankedColumn, rankColumn } from '../arrays/ranked-column.ts';
import { smallestKeys } from '../arrays/row-keys.ts';
import type { Values } from '../arrays/values.ts';
import type { Feature } from '../features/feature.ts';
import type { Step } from '../run-options.ts';
import { copod, ecod, ecodOfLargest } from './ecod.ts';
import { hbos } from './hbos.ts';
import { fitIsolationForest, scoreIsolationForest } from './isolation-forest.ts';
import { sampledNeighbors } from './sampled-neighbors.ts';

export const DETECTORS = ['ecod', 'copod', 'isolation-forest', 'neighbors', 'hbos'] as const;
export type DetectorName = (typeof DETECTORS)[number];

/** COPOD ranks much as ECOD does and runs only on request. */
export const DEFAULT_DETECTORS: readonly DetectorName[] = [
  'ecod',
  'isolation-forest',
  'neighbors',
  'hbos',
];

export type Detected = { name: DetectorName; scores: Float64Array; weight: number };

/**
 * What each detector counts. In a file of transactions the features are made so that one far out value is the
 * sign, and the detectors of whole rows only break ties; in a plain table they see more than single columns do.
 * Of tables one weight was chosen, that of the neighbors, on the sets of ADBench that the tests use.
 */
const WEIGHTS: Record<'transactions' | 'table', Record<DetectorName, number>> = {
  transactions: { ecod: 1, copod: 0.1, 'isolation-forest': 0.1, neighbors: 0.1, hbos: 0.1 },
  table: { ecod: 0, copod: 0, 'isolation-forest': 1, neighbors: 4, hbos: 1 },
};

/** Rows from which forest and references are drawn. */
const POOL = 25_600;
/** Above this many rows the forest is smaller and the references fewer, so that time stays in seconds. */
const LARGE = 1_000_000;

/** 32-bit values, the missing ones replaced by the column's median, which isolates no row. */
function filled(values: Values, ranked: RankedColumn): Float32Array {
  if (ranked.present === values.length) return Float32Array.from(values);
  if (ranked.present === 0) return new Float32Array(values.length);
  const middle = ranked.upTo.findIndex((count) => count * 2 >= ranked.present);
  const median = ranked.values[middle];
  return Float32Array.from(values, (value) => (Number.isNaN(value) ? median : value));
}

/** Runs the requested detectors; none of them sees a label or depends on the order of the rows. */
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
  const large = rows > LARGE;
  const columns: Float32Array[] = [];
  const wantsColumns = options.detectors.some(
    (name) => name === 'isolation-forest' || name === 'neighbors',
  );
  const found = new Map<DetectorName, Float64Array>();
  function* ranking() {
    for (const [i, { values, tail, weight }] of features.entries()) {
      step('tails', i, features.length);
      const ranked = rankColumn(values);
      if (wantsColumns) columns.push(filled(values, ranked));
      yield { ranked, tail, weight };
    }
  }
  function* rankedOnly() {
    for (const { ranked } of ranking()) yield ranked;
  }
  const tails = kind === 'table' ? ecod(rankedOnly(), rows) : ecodOfLargest(ranking(), rows);
  if (options.detectors.includes('ecod')) found.set('ecod', tails);
  if (options.detectors.includes('copod')) {
    step('copulas', 0, 1);
    const ranked = (function* () {
      for (const { values } of features) yield rankColumn(values);
    })();
    found.set('copod', copod(ranked, rows));
  }
  if (features.length > 0 && options.detectors.includes('isolation-forest')) {
    const forest = fitIsolationForest(
      columns.map((values) => Float32Array.from(pool, (row) => values[row])),
      { seed, trees: large ? 50 : 100 },
    );
    const scores = scoreIsolationForest(forest, {
      columns,
      rows,
      step: (done) => step('forest', done, rows),
    });
    found.set('isolation-forest', scores);
  }
  if (features.length > 0 && options.detectors.includes('neighbors')) {
    const scores = sampledNeighbors(columns, {
      rows,
      pool,
      options: { references: large ? 128 : 256 },
      step: (done) => step('neighbors', done, rows),
    });
    found.set('neighbors', scores);
  }
  if (options.detectors.includes('hbos')) {
    step('histograms', 0, 1);
    found.set(
      'hbos',
      hbos(
        features.map(({ values }) => values),
        rows,
      ),
    );
  }
  const detected = DETECTORS.flatMap((name) => {
    const scores = found.get(name);
    return scores === undefined ? [] : [{ name, scores, weight: WEIGHTS[kind][name] }];
  });
  return { detected, pool };
}
