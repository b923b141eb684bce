import type { Guarantee } from './score.ts';

/** What a private model guarantees each customer, made in good order and once. */
export const guaranteeOf = (epsilon: number): Guarantee => ({
  epsilon,
  delta: 1e-6,
  rho: 0.02,
  unit: 'customer',
  clean: true,
  fits: 1,
  budget: 10,
});
