import type { Builder } from './scheme-builder.ts';

/** Returns a share of an amount, rounded down, at least one main unit. */
export const keep = (amount: number, share: number) => Math.max(100, Math.floor(amount * share));
/** Splits a total into n uneven parts that do not exceed it. */
export const splitAmount = (total: number, n: number, b: Builder): number[] => {
  const weights = Array.from({ length: n }, () => 0.6 + b.stream.float());
  const whole = weights.reduce((s, w) => s + w, 0);
  return weights.map((w) => Math.max(100, Math.floor((total * w) / whole)));
};
export const cash = (b: Builder) => b.stream.below(2) === 0;
