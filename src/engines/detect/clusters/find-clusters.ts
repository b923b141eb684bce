import { upperMedian } from '../../table/upper-median.ts';
import type { Values } from '../arrays/values.ts';
import { amountText, numberText } from '../explain/words.ts';
import { countCodes } from '../features/codes.ts';
import type { Ledger } from '../features/ledger.ts';
import { type Dimension, type Encoded, encodeRows, gather } from './encode-rows.ts';
import { adjustedRand, fitCenters, nearestCenter, silhouette } from './k-means.ts';

export type Lift = { column: string; value: string; share: number; lift: number };

export type Cluster = {
  name: string;
  count: number;
  share: number;
  /** Row nearest to the center. */
  typicalRow: number;
  meanAmount: number | null;
  medianAmount: number | null;
  lifts: Lift[];
  anomalyRate: number;
  rare: boolean;
};

export type Clusters = {
  count: number;
  items: Cluster[];
  /** Lowest adjusted Rand index between seeds; clusters below 0.8 are not reliable. */
  stability: number;
  silhouette: number;
};

const SAMPLE = 8000;
const MAX = 10;
const TIE = 0.005;

/** Clusters rows: k from 2 to 10 by the simplified silhouette (ties: smaller k), on a sample. */
export function findClusters(
  ledger: Ledger,
  {
    plain,
    pool,
    anomalies,
    options,
  }: {
    plain: readonly Values[];
    pool: Uint32Array;
    anomalies: Uint32Array;
    options: { seed: bigint; k?: number };
  },
): Clusters {
  const encoded = encodeRows(ledger, pool, plain);
  const sample = gather(encoded.dimensions, pool.subarray(0, SAMPLE));
  if (encoded.dimensions.length === 0 || sample.count < 2) {
    return singleCluster(ledger, encoded, anomalies);
  }
  let best: { k: number; centers: Float64Array; value: number } = {
    k: 0,
    centers: new Float64Array(),
    value: Number.NEGATIVE_INFINITY,
  };
  const [least, most] = options.k === undefined ? [2, MAX] : [options.k, options.k];
  for (let k = least; k <= Math.min(most, sample.count); k++) {
    const centers = fitCenters(sample, { k, seed: options.seed });
    const value = silhouette(sample, centers);
    if (value > best.value + TIE) best = { k, centers, value };
  }
  if (best.k === 0) return singleCluster(ledger, encoded, anomalies);
  const assigned = (seed: bigint) => {
    const centers = seed === options.seed ? best.centers : fitCenters(sample, { k: best.k, seed });
    return Uint16Array.from(
      { length: sample.count },
      (_, i) => nearestCenter(sample, i, centers).best,
    );
  };
  const own = assigned(options.seed);
  const stability = Math.min(
    ...[1n, 2n].map((more) =>
      adjustedRand(own, assigned((options.seed + more) & 0xffff_ffff_ffff_ffffn)),
    ),
  );
  const items = describe(ledger, { encoded, centers: best.centers, k: best.k, anomalies });
  return { count: items.length, items, stability, silhouette: best.value };
}

function singleCluster(ledger: Ledger, { words }: Encoded, anomalies: Uint32Array): Clusters {
  const values = new Float32Array(ledger.rows);
  const same: Dimension = { kind: 'number', values, mean: 0, deviation: 1 };
  const alike = { dimensions: [same], words };
  const items = describe(ledger, { encoded: alike, centers: new Float64Array(1), k: 1, anomalies });
  return { count: items.length, items, stability: 1, silhouette: 0 };
}

const BLOCK = 4096;

function describe(
  ledger: Ledger,
  {
    encoded,
    centers,
    k,
    anomalies,
  }: { encoded: Encoded; centers: Float64Array; k: number; anomalies: Uint32Array },
): Cluster[] {
  const { rows } = ledger;
  const clusterOf = new Uint16Array(rows);
  const closest = new Float64Array(k).fill(Number.POSITIVE_INFINITY);
  const typical = new Int32Array(k).fill(-1);
  for (let from = 0; from < rows; from += BLOCK) {
    const some = Uint32Array.from({ length: Math.min(BLOCK, rows - from) }, (_, i) => from + i);
    const points = gather(encoded.dimensions, some);
    for (let i = 0; i < points.count; i++) {
      const { best, first } = nearestCenter(points, i, centers);
      clusterOf[from + i] = best;
      if (first < closest[best]) {
        closest[best] = first;
        typical[best] = from + i;
      }
    }
  }
  const counts = new Uint32Array(k);
  const anomalous = new Uint32Array(k);
  for (const cluster of clusterOf) counts[cluster]++;
  for (const row of anomalies) anomalous[clusterOf[row]]++;
  const lifts = liftsOf(encoded, { clusterOf, counts, k });
  return Array.from({ length: k }, (_, c) => c)
    .filter((c) => counts[c] > 0)
    .map((c) => {
      const amounts = ledger.amounts
        ?.filter((amount, i) => clusterOf[i] === c && !Number.isNaN(amount))
        .sort();
      const median = (amounts && upperMedian(amounts)) ?? null;
      return {
        name: nameOf(ledger, { lifts: lifts[c], median, typical: typical[c] }),
        count: counts[c],
        share: counts[c] / rows,
        typicalRow: typical[c],
        meanAmount: amounts?.length
          ? amounts.reduce((sum, amount) => sum + amount, 0) / amounts.length
          : null,
        medianAmount: median,
        lifts: lifts[c],
        anomalyRate: anomalous[c] / counts[c],
        rare: counts[c] / rows < 0.01,
      };
    })
    .sort((a, b) => b.count - a.count);
}

function liftsOf(
  encoded: Encoded,
  { clusterOf, counts, k }: { clusterOf: Uint16Array; counts: Uint32Array; k: number },
): Lift[][] {
  const lifts: Lift[][] = Array.from({ length: k }, () => []);
  for (const { role, codes } of encoded.words) {
    const overall = countCodes(codes);
    const inside = new Uint32Array(k * codes.count);
    codes.codes.forEach((code, i) => {
      if (code >= 0) inside[clusterOf[i] * codes.count + code]++;
    });
    for (let c = 0; c < k; c++) {
      for (let code = 0; code < codes.count; code++) {
        const share = inside[c * codes.count + code] / counts[c];
        const lift = share / (overall[code] / clusterOf.length);
        if (share >= 0.1 && lift > 1.2)
          lifts[c].push({ column: role, value: codes.text(code), share, lift });
      }
    }
  }
  return lifts.map((list) =>
    list.sort((a, b) => b.share * Math.log(b.lift) - a.share * Math.log(a.lift)).slice(0, 5),
  );
}

/** Describes a cluster by distinctive values and usual amount: "groceries, around 42.10 EUR". */
function nameOf(
  ledger: Ledger,
  { lifts, median, typical }: { lifts: readonly Lift[]; median: number | null; typical: number },
): string {
  const words = lifts.filter(({ share }) => share >= 0.3).slice(0, 2);
  const parts = words.map(({ value }) => value.trim() || '(blank)');
  if (median !== null) {
    const several = (ledger.codes('currency')?.count ?? 1) > 1;
    parts.push(`around ${several ? amountText(ledger, typical) : numberText(median)}`);
  }
  return parts.length === 0 ? 'ordinary rows' : parts.join(', ');
}
