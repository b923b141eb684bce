/** Returns the mean Spearman correlation over pairs of detectors; 1 for one, 0 with a constant. */
export function rankAgreement(ranks: readonly Float64Array[]): number {
  const correlations: number[] = [];
  ranks.forEach((a, i) => {
    for (const b of ranks.slice(i + 1)) correlations.push(correlation(a, b));
  });
  if (correlations.length === 0) return 1;
  return correlations.reduce((sum, value) => sum + value, 0) / correlations.length;
}

function correlation(a: Float64Array, b: Float64Array): number {
  let both = 0;
  let first = 0;
  let second = 0;
  for (let i = 0; i < a.length; i++) {
    const x = a[i] - 0.5;
    const y = b[i] - 0.5;
    both += x * y;
    first += x * x;
    second += y * y;
  }
  return first > 0 && second > 0 ? both / Math.sqrt(first * second) : 0;
}
