/**
 * Returns log10 of an upper bound on the probability of at least `count` successes in `trials`
 * independent trials: the first term times the geometric series that bounds the rest. 0 if `count`
 * is no more than expected.
 */
export function logBinomialTail(count: number, trials: number, share: number): number {
  if (count <= trials * share) return 0;
  let term = count * Math.log10(share);
  if (count < trials) term += (trials - count) * Math.log10(1 - share);
  for (let i = 0; i < count; i++) term += Math.log10((trials - i) / (i + 1));
  const ratio = ((trials - count) / (count + 1)) * (share / (1 - share));
  return Math.min(0, term - (count < trials ? Math.log10(1 - ratio) : 0));
}

/** Returns log10 of an upper bound on the probability that a Poisson count is >= `count`. */
export function logPoissonTail(count: number, mean: number): number {
  if (count <= mean) return 0;
  let term = -mean * Math.LOG10E;
  for (let i = 1; i <= count; i++) term += Math.log10(mean / i);
  return Math.min(0, term - Math.log10(1 - mean / (count + 1)));
}
