import { streamFor } from '../../random/stream.ts';

export type Interval = { value: number; low: number; high: number };

const RESAMPLES = 200;
const DOMAIN = 41;

/** Draws from the Poisson distribution of mean 1 by inversion. */
function poissonOne(u: number): number {
  let k = 0;
  let p = Math.exp(-1);
  for (let sum = p; u > sum && k < 20; sum += p) p /= ++k;
  return k;
}

/**
 * Returns 95 % percentile intervals by the Poisson bootstrap over clusters (Chamandy et al.,
 * Estimating uncertainty for massive data streams, 2012): 200 resamples, each cluster with a
 * weight from Poisson(1). Rows of one cluster (a scheme, an account) are drawn together.
 *
 * @param measure statistics for the given cluster weights, NaN where undefined
 */
export function bootstrap<Name extends string>(
  clusters: number,
  { seed, measure }: { seed: bigint; measure: (weights: Float64Array) => Record<Name, number> },
): Record<Name, Interval> {
  const weights = new Float64Array(clusters).fill(1);
  const values = measure(weights);
  const drawn = Array.from({ length: RESAMPLES }, (_, resample) => {
    const stream = streamFor(seed, DOMAIN, resample);
    for (let cluster = 0; cluster < clusters; cluster++) {
      weights[cluster] = poissonOne(stream.float());
    }
    return measure(weights);
  });
  const intervals = Object.entries<number>(values).map(([name, value]) => {
    const sorted = Float64Array.from(drawn, (resample) => resample[name as Name])
      .filter((one) => !Number.isNaN(one))
      .sort();
    const at = (share: number) => sorted[Math.round(share * (sorted.length - 1))] ?? Number.NaN;
    return [name, { value, low: at(0.025), high: at(0.975) }];
  });
  return Object.fromEntries(intervals) as Record<Name, Interval>;
}
