export const OUTSIDE_GUARANTEE =
  'Outside the guarantee: all scores, the verdict, and every figure on fidelity, columns, correlations, fairness, ' +
  'copies, record linkage, distances and attacks. They are computed from the real rows without noise and rounded; ' +
  'numbers of real rows and people are left out. The guarantee covers the synthetic rows: share them without this report.';
