/** Cover of the motor policy. Money is in dollars of July 2019, delays in days. */
export type Peril = {
  /** Reported claims a year of cover and car, those closed without payment included. */
  frequency: number;
  withoutPayment: number;
  severity: { median: number; sigma: number };
  /** Yearly premium at relativities of 1. */
  premium: number;
  limits: readonly number[];
  deductibles: readonly number[];
  /** Days from loss to report, and from loss to the last payment. */
  report: { median: number; sigma: number };
  settle: { median: number; sigma: number };
  /** Mean number of payments before the last one, for a claim of median size. */
  interim: number;
  /** Share of claims with an expense, and its median. */
  expense: { share: number; median: number };
  /** Share of each cause, and its median size beside the others' (assumed; usual size is 1). */
  causes: Readonly<Record<string, number>>;
  sizes: Readonly<Record<string, number>>;
};

export type PerilName = 'bodily_injury' | 'property_damage' | 'collision' | 'comprehensive';

/**
 * Personal car insurance in the US.
 *
 * Frequency and severity: ISO (Verisk) by the Insurance Information Institute, "Private passenger
 * auto insurance losses 2014-2023" (iii.org/table-archive/21040). Delays of liability: paid
 * development of private passenger auto, NAIC Schedule P 1988-1997, all companies of the CAS Loss
 * Reserve Database (`load_sample("clrd")` of chainladder 0.10.1). Relativities have the form of a
 * log-linear frequency model as fitted to freMTPL2; their sizes, shares of covers, delays of
 * physical damage and spreads of sizes are assumed.
 */
export const motorInsurer = {
  title: 'US motor insurer',
  /** Yearly share of policies that are not renewed (assumed). */
  lapse: 0.13,
  cancelled: 0.045,
  reinstated: 0.25,
  endorsed: 0.13,
  /** Yearly trend of severities and premiums; ISO 2014-2023: 6.2, 7.2, 6.3 and 4.3 %. */
  trend: 0.06,
  /** Standard deviation of the logarithm of a policyholder's own claim frequency. */
  heterogeneity: 0.6,
  brokered: 0.65,
  commission: 0.11,
  monthlyPlans: 0.45,
  /** Rows of transactions a policy, without instalments (measured). */
  rowsPerPolicy: 1.9,
  /** Businesses of a cell of 1,000 policyholders. */
  parties: { broker: 5, repairer: 16, doctor: 10, attorney: 8 },
  quotaShare: { share: 0.2, commission: 0.22 },
  reopened: 0.03,
  /** Share of claims in schemes of fraud, and in look-alikes (assumed). */
  fraud: 0.045,
  lookAlikes: 0.045,
  perils: {
    bodily_injury: {
      frequency: 0.0098,
      withoutPayment: 0.27,
      severity: { median: 14_800, sigma: 0.85 },
      premium: 290,
      limits: [25_000, 50_000, 50_000, 100_000],
      deductibles: [0],
      report: { median: 15, sigma: 1.85 },
      settle: { median: 600, sigma: 0.62 },
      interim: 1.8,
      expense: { share: 0.45, median: 900 },
      causes: {
        rear_end: 0.34,
        intersection: 0.28,
        lane_change: 0.16,
        pedestrian: 0.07,
        other: 0.15,
      },
      sizes: { rear_end: 0.85, pedestrian: 2 },
    },
    property_damage: {
      frequency: 0.0325,
      withoutPayment: 0.1,
      severity: { median: 2750, sigma: 0.95 },
      premium: 196,
      limits: [25_000, 50_000, 100_000],
      deductibles: [0],
      report: { median: 4, sigma: 1.2 },
      settle: { median: 58, sigma: 0.95 },
      interim: 0.25,
      expense: { share: 0.5, median: 160 },
      causes: { rear_end: 0.38, parking: 0.24, intersection: 0.2, lane_change: 0.18 },
      sizes: { parking: 0.5, intersection: 1.4 },
    },
    collision: {
      frequency: 0.0565,
      withoutPayment: 0.05,
      severity: { median: 3850, sigma: 0.85 },
      premium: 300,
      limits: [0],
      deductibles: [250, 500, 500, 1000],
      report: { median: 2, sigma: 1.1 },
      settle: { median: 32, sigma: 0.8 },
      interim: 0.2,
      expense: { share: 0.6, median: 140 },
      causes: { rear_end: 0.3, single_vehicle: 0.26, parking: 0.24, intersection: 0.2 },
      sizes: { parking: 0.55, single_vehicle: 1.3, intersection: 1.25 },
    },
    comprehensive: {
      frequency: 0.036,
      withoutPayment: 0.03,
      severity: { median: 1350, sigma: 0.7 },
      premium: 80,
      limits: [0],
      deductibles: [100, 250, 500],
      report: { median: 2, sigma: 1 },
      settle: { median: 26, sigma: 0.7 },
      interim: 0.1,
      expense: { share: 0.3, median: 120 },
      causes: { glass: 0.42, animal: 0.2, theft: 0.06, hail: 0.2, vandalism: 0.12 },
      sizes: { glass: 0.3, animal: 1.5, theft: 5, hail: 1.6 },
    },
  } satisfies Record<PerilName, Peril> as Record<PerilName, Peril>,
  /** Factors of frequency and premium; each policy row has the level of each. */
  relativities: {
    driver_age: [
      [21, 1.9],
      [25, 1.5],
      [30, 1.2],
      [65, 0.95],
      [75, 1.0],
      [200, 1.2],
    ] as readonly (readonly [below: number, factor: number])[],
    territory: [1.15, 1.08, 1.04, 1, 0.97, 0.95, 0.93, 0.9, 0.88, 0.86],
    vehicle_group: [0.85, 0.94, 1, 1.1, 1.24],
    prior_claims: [0.94, 1.22, 1.5],
  },
};

export type MotorConfiguration = typeof motorInsurer;
