/** Coefficients of Lanczos' approximation, g = 7 (Godfrey's table). */
const LANCZOS = [
  0.99999999999980993, 676.5203681218851, -1259.1392167224028, 771.32342877765313,
  -176.61502916214059, 12.507343278686905, -0.13857109526572012, 9.9843695780195716e-6,
  1.5056327351493116e-7,
];

function logFactorial(n: number): number {
  if (n < 2) return 0;
  let sum = LANCZOS[0];
  for (let i = 1; i < LANCZOS.length; i++) sum += LANCZOS[i] / (n + i);
  const t = n + 7.5;
  return 0.5 * Math.log(2 * Math.PI) + (n + 0.5) * Math.log(t) - t + Math.log(sum);
}

const logChoose = (n: number, k: number) => logFactorial(n) - logFactorial(k) - logFactorial(n - k);

/**
 * Returns the one-sided p of Fisher's exact test: the probability that the first group has `a` or
 * more of all a + b hits if both groups are hit alike.
 *
 * @param a hits among the n rows of the first group
 * @param b hits among the m rows of the second
 */
export function fisherExact({
  a,
  n,
  b,
  m,
}: {
  a: number;
  n: number;
  b: number;
  m: number;
}): number {
  const hits = a + b;
  if (hits === 0 || n === 0 || m === 0) return 1;
  const all = logChoose(n + m, hits);
  let p = 0;
  for (let x = a; x <= Math.min(hits, n); x++) {
    const term = Math.exp(logChoose(n, x) + logChoose(m, hits - x) - all);
    p += term;
    if (term < p * 1e-17 && x > (hits * n) / (n + m)) break;
  }
  return Math.min(1, p);
}
