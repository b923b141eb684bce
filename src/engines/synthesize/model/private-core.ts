/** Selection of noisy counts: a tree of pairs at once (MST), or the worst pair each round (AIM). */
export const MECHANISMS = ['MST', 'AIM'] as const;
export type Mechanism = (typeof MECHANISMS)[number];

/** Bayesian network over code columns: each column depends on a few earlier ones. */
export type NetworkModel = {
  sizes: Int32Array;
  total: number;
  /** Columns in order, each after its parents. */
  order: Int32Array;
  parents: Int32Array[];
  /** Conditional shares of a column's codes per cell of its parents, the last parent fastest. */
  conditional: Float64Array[];
};

export type Guarantee = {
  epsilon: number;
  delta: number;
  rho: number;
  unit: string;
  mostRows: number;
  /** Bound on any attacker's TPR - FPR. */
  advantage: number;
  mechanism: Mechanism;
  /** Noisy number of persons. */
  noisyPersons: number;
  assumes: string[];
  warnings: string[];
};

export type PrivateCore = {
  kind: 'private';
  model: NetworkModel;
  merged: Uint8Array[];
  guarantee: Guarantee;
};
