import { LINKAGE_GATE, WEAK_LINKAGE } from '../../../shared/report-sentences/linkage-sentence.ts';

export const PASS_LINE = 70;
/** Highest score without a formal guarantee. */
const UNGUARANTEED_CAP = 85;

/** Excess risk to points: the usual disclosure cell sizes of 11, 5 and 3 are .09, .20 and .33. */
const POINTS: readonly (readonly [number, number])[] = [
  [0, 100],
  [0.01, 95],
  [0.05, 80],
  [0.09, PASS_LINE],
  [0.2, 40],
  [0.33, 0],
];

/** Returns points for an excess risk, piecewise linear, from 100 at 0 to 0 at 0.33. */
export function pointsOf(excess: number): number {
  if (Number.isNaN(excess)) return 0;
  for (let i = 1; i < POINTS.length; i++) {
    const [from, high] = POINTS[i - 1];
    const [to, low] = POINTS[i];
    if (excess <= to) return high - ((high - low) * Math.max(0, excess - from)) / (to - from);
  }
  return 0;
}

/**
 * Returns points for the linkage p-value: 85 from 0.05 on, and on a logarithmic scale down to the
 * pass line at 0.001, below which a gate falls. One in twenty clean batches is in this band.
 */
export function pointsOfLinkage(pValue: number | null): number {
  if (pValue === null || pValue >= WEAK_LINKAGE) return 100;
  const part = Math.log(Math.max(pValue, LINKAGE_GATE) / LINKAGE_GATE);
  return (
    PASS_LINE + (UNGUARANTEED_CAP - PASS_LINE) * (part / Math.log(WEAK_LINKAGE / LINKAGE_GATE))
  );
}

/** Differential privacy guarantee from the ledger, over all fits on these customers. */
export type Guarantee = {
  epsilon: number;
  delta: number;
  rho: number;
  unit: 'customer' | 'account' | 'entity' | 'row';
  /** True if the ledger is complete, nothing is overdrawn, and no bound came from the data. */
  clean: boolean;
  /** Number of fits on the customers; `epsilon` is their total. */
  fits: number;
  budget: number;
};

/** A0 nothing learned; A1 no holdout; A2 all attacks with a holdout; A3 A2 + clean guarantee. */
export type Assurance = 'A0' | 'A1' | 'A2' | 'A3';

export function capOf(assurance: Assurance, guarantee: Guarantee | null): number {
  if (assurance === 'A0') return 100;
  if (assurance === 'A1') return 50;
  if (assurance === 'A2' || guarantee === null) return UNGUARANTEED_CAP;
  if (guarantee.epsilon <= 1) return 97;
  return guarantee.epsilon <= 3 ? 92 : UNGUARANTEED_CAP;
}

export type Gate = { name: string; limit: number; reason: string };

export const COPIES_GATE = 30;

/**
 * Computes the score: the minimum (not a mean) of failed gates, assurance cap, excess points and
 * linkage points.
 */
export function privacyScore(
  gates: readonly Gate[],
  {
    assurance,
    guarantee,
    excesses,
    linkageP,
  }: {
    assurance: Assurance;
    guarantee: Guarantee | null;
    excesses: readonly number[];
    linkageP: number | null;
  },
): number {
  return Math.min(
    ...gates.map(({ limit }) => limit),
    capOf(assurance, guarantee),
    ...excesses.map(pointsOf),
    pointsOfLinkage(linkageP),
  );
}
