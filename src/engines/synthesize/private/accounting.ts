/**
 * Accounting of zero-concentrated differential privacy, with the conversion of Canonne, Kamath and
 * Steinke, "The Discrete Gaussian for Differential Privacy" (2020), Corollary 13.
 */

const STEPS = 1000;

/**
 * Returns the least delta for which rho-zCDP gives (epsilon, delta): the minimum over a > 1 of
 * exp((a - 1)(a rho - epsilon)) / (a - 1) * (1 - 1/a)^a.
 */
export function cdpDelta(rho: number, epsilon: number): number {
  if (rho <= 0) return 0;
  let low = 1.01;
  let high = (epsilon + 1) / (2 * rho) + 2;
  for (let i = 0; i < STEPS; i++) {
    const a = (low + high) / 2;
    const slope = (2 * a - 1) * rho - epsilon + Math.log1p(-1 / a);
    if (slope < 0) low = a;
    else high = a;
  }
  const a = (low + high) / 2;
  const logDelta = (a - 1) * (a * rho - epsilon) + a * Math.log1p(-1 / a) - Math.log(a - 1);
  return Math.min(1, Math.exp(logDelta));
}

/** Returns the least epsilon for which rho-zCDP gives (epsilon, delta). */
export function cdpEpsilon(rho: number, delta: number): number {
  if (rho <= 0) return 0;
  let low = 0;
  let high = rho + 2 * Math.sqrt(rho * Math.log(1 / delta));
  for (let i = 0; i < STEPS && high - low > 1e-15 * high; i++) {
    const epsilon = (low + high) / 2;
    if (cdpDelta(rho, epsilon) <= delta) high = epsilon;
    else low = epsilon;
  }
  return high;
}

/** Returns the greatest rho that stays within (epsilon, delta). */
export function cdpRho(epsilon: number, delta: number): number {
  if (delta >= 1) return 0;
  let low = 0;
  let high = epsilon + 1;
  for (let i = 0; i < STEPS && high - low > 1e-16 * high; i++) {
    const rho = (low + high) / 2;
    if (cdpDelta(rho, epsilon) <= delta) low = rho;
    else high = rho;
  }
  return low;
}

/** Bounds any attacker's membership advantage (TPR - FPR) by Pinsker's inequality. */
export function attackerAdvantage(rho: number): number {
  return Math.min(1, Math.sqrt(rho / 2));
}
