/** How noisy counts are chosen: a tree of pairs at one stroke, or pair after pair where the model is most off. */
export const MECHANISMS = ['MST', 'AIM'] as const;
export type Mechanism = (typeof MECHANISMS)[number];

/** A distribution over columns of codes: each column depends on a few that stand before it. */
export type NetworkModel = {
  sizes: Int32Array;
  /** Expected number of rows. */
  total: number;
  /** Columns, each after those it depends on. */
  order: Int32Array;
  /** For each column those it depends on, ascending. */
  parents: Int32Array[];
  /** Shares of a column's codes, one row for each cell of its parents, the last parent fastest. */
  conditional: Float64Array[];
};

/** What is promised, to print beside the rows. */
export type Guarantee = {
  epsilon: number;
  delta: number;
  /** zCDP spent. */
  rho: number;
  unit: string;
  mostRows: number;
  /** Bound on any attacker's TPR - FPR. */
  advantage: number;
  mechanism: Mechanism;
  /** Persons, as the noisy counts say. */
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
