/**
 * Life insurer in the US. Mortality: Makeham's law with the parameters of the Standard Ultimate Life
 * Table (Dickson, Hardy, Waters, Actuarial Mathematics for Life Contingent Risks, appendix D).
 * Interest, loadings, lapses, sums and mix of products are assumed.
 */
export const lifeInsurer = {
  title: 'US life insurer',
  mortality: { a: 0.00022, b: 2.7e-6, c: 1.124 },
  interest: 0.035,
  /** Part of the gross premium for expenses and margin. */
  loading: 0.18,
  /** Actual deaths as a share of the table's. */
  actual: 0.9,
  products: { term: 0.55, whole_life: 0.33, annuity: 0.12 },
  termYears: [10, 15, 20, 20, 30],
  sum: { term: { median: 240_000, sigma: 0.7 }, whole_life: { median: 45_000, sigma: 0.8 } },
  annuity: { median: 9500, sigma: 0.5 },
  lapse: { term: 0.062, whole_life: 0.038 },
  graceDays: 31,
  /** Surrender value as a share of the reserve, from the third year on. */
  surrender: 0.9,
  loan: { probability: 0.03, share: 0.6, interest: 0.05 },
  commission: 0.05,
  brokered: 0.7,
  monthlyPlans: 0.5,
  /** Rows a policy and year, all plans annual; fewer in long windows, as policies end (measured). */
  rowsPerYear: { first: 1.75, decline: 0.075, least: 0.6 },
  quotaShare: { share: 0.4, commission: 0.15 },
  contestableYears: 2,
  /** Fraudulent early deaths, and accidental ones that look like them, by policies (assumed). */
  earlyDeath: 0.0015,
  accidentalDeath: 0.002,
};

export type LifeConfiguration = typeof lifeInsurer;
