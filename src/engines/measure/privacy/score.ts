/** The line that a batch must reach to pass. */
export const PASS_LINE = 70;

/** Excess risk to points: cell sizes of 11, 5 and 3, the usual disclosure thresholds, are .09, .20 and .33. */
const POINTS: readonly (readonly [number, number])[] = [
  [0, 100],
  [0.01, 95],
  [0.05, 80],
  [0.09, PASS_LINE],
  [0.2, 40],
  [0.33, 0],
];

/** Points for an excess risk, piecewise linear, falling from 100 at 0 to 0 at 0.33. */
export function pointsOf(excess: number): number {
  if (Number.isNaN(excess)) return 0;
  for (let i = 1; i < POINTS.length; i++) {
    const [from, high] = POINTS[i - 1];
    const [to, low] = POINTS[i];
    if (excess <= to) return high - ((high - low) * Math.max(0, excess - from)) / (to - from);
  }
  return 0;
}

/** A differential privacy guarantee as the ledger has it, over everything ever learned from these customers. */
export type Guarantee = {
  epsilon: number;
  delta: number;
  rho: number;
  unit: 'customer' | 'account' | 'entity' | 'row';
  /** The ledger is whole, nothing was overdrawn, and no bound or category came from the data. */
  clean: boolean;
  /** How often something was learned from them, and the epsilon that they have in all. */
  fits: number;
  budget: number;
};

/**
 * A0 nothing was learned; A1 learned, no holdout to compare with; A2 every default attack ran against a holdout;
 * A3 the same with a clean guarantee for customers.
 */
export type Assurance = 'A0' | 'A1' | 'A2' | 'A3';

/** The most points that an assurance level can have. */
export function capOf(assurance: Assurance, guarantee: Guarantee | null): number {
  if (assurance === 'A0') return 100;
  if (assurance === 'A1') return 50;
  if (assurance === 'A2' || guarantee === null) return 85;
  if (guarantee.epsilon <= 1) return 97;
  return guarantee.epsilon <= 3 ? 92 : 85;
}

export type Gate = { name: string; limit: number; reason: string };

export const COPIES_GATE = 30;

/**
 * The privacy score: the least of every gate that fell, the cap of the assurance level, and the points of the worst
 * excess that attacks showed. Never an average, so nothing makes up for anything.
 */
export function privacyScore(
  gates: readonly Gate[],
  {
    assurance,
    guarantee,
    excesses,
  }: { assurance: Assurance; guarantee: Guarantee | null; excesses: readonly number[] },
): number {
  return Math.min(
    ...gates.map(({ limit }) => limit),
    capOf(assurance, guarantee),
    ...excesses.map(pointsOf),
  );
}
