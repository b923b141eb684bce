import type { Guarantee } from './score.ts';

/** Returns a valid guarantee per customer of a single private fit. */
export const guaranteeOf = (epsilon: number): Guarantee => ({
  epsilon,
  delta: 1e-6,
  rho: 0.02,
  unit: 'customer',
  clean: true,
  fits: 1,
  budget: 10,
});
