import type { Configuration } from './schema.ts';

type Behavior = Configuration['behavior'];
type Targets = Configuration['targets'];

const ANZ = 'ANZ, synthesised transactions of 100 customers over three months';
const BERKA = 'Berka, PKDD 1999: transactions of 4,500 Czech accounts';

/** Differences between people, and over a person's time; US figures. */
export const behavior: Behavior = {
  activity: 0.85,
  phases: { spread: 0.72, persistence: 0.8 },
  outing: 0.4,
  quiet: { share: 0.05, weeks: 7 },
  inflation: 0.028,
  seasons: {
    student: [1, 1, 1, 1, 0.9, 0.8, 0.7, 0.75, 1.35, 1.15, 1.05, 1],
    pensioner: [0.97, 0.98, 1, 1.03, 1.05, 1.05, 1, 0.98, 1.02, 1, 0.97, 0.98],
    family: [0.95, 0.95, 0.98, 1, 1, 0.98, 0.9, 1.12, 1.03, 0.98, 1.02, 1.12],
    couple: [0.97, 0.98, 1, 1.02, 1.02, 1.04, 1.06, 1, 0.98, 0.98, 0.98, 1.02],
    single: [1, 1, 1, 1, 1, 1.02, 1.02, 1, 1, 1, 1, 1],
    selfEmployed: [0.92, 0.98, 1.04, 1.04, 1.05, 1.05, 0.92, 0.86, 1.05, 1.05, 1.03, 1],
    firm: [0.9, 0.97, 1.05, 1.02, 1.03, 1.04, 0.94, 0.9, 1.05, 1.05, 1.05, 1],
  },
  pay: {
    hourly: 0.55,
    hours: 0.07,
    bonus: { share: 0.3, months: [12, 1, 2, 3], ofMonthly: 0.7 },
    extra: {},
    gigs: { perMonth: 4, sigma: 0.6 },
    source:
      'BLS, Characteristics of minimum wage workers (2022): 55.6 % of employees are paid by the hour; hours and bonuses calibrated',
  },
  rentRise: { mean: 0.035, share: 0.85 },
  life: {
    move: 0.098,
    birth: 0.0114,
    jobLoss: 0.14,
    retirement: 0.022,
    divorce: 0.0027,
    death: 0.0087,
    source:
      'yearly rates: Census CPS 2019 (movers), CDC NVSS 2019 (births, divorces, deaths per person), BLS JOLTS 2019 (layoffs, 1.2 % a month); retirement calibrated',
  },
};

/** Figures that the realism report compares with a run. */
export const targets: Targets = {
  burstiness: {
    low: 0.2,
    high: 0.35,
    source: `${ANZ}: .295; ${BERKA}: .54 over all rows; measure of Goh and Barabasi (2008)`,
  },
  rowsVariation: { low: 0.6, high: 1.05, source: `${BERKA}: .78; ${ANZ}: .92` },
  volumeGini: { low: 0.45, high: 0.75, source: `${BERKA}: .54` },
  topMerchant: { low: 0.03, high: 0.08, source: `${ANZ}: .03; upper end calibrated` },
  payVariation: {
    low: 0.02,
    high: 0.3,
    source: 'BLS 2022: 55.6 % of employees are paid by the hour',
  },
  rentsRising: {
    low: 0.5,
    high: 1,
    source: 'BLS, consumer prices, rent of primary residence: rises each year',
  },
  feeSizes: {
    low: 5,
    high: 60,
    source: 'fee schedules of banks: monthly, wire, foreign, overdraft',
  },
};
