export type ShareKind = 'regular' | 'draft' | 'money_market' | 'certificate' | 'ira' | 'club';
export type LoanKind =
  | 'new_vehicle'
  | 'used_vehicle'
  | 'first_mortgage'
  | 'home_equity'
  | 'unsecured'
  | 'credit_card';

export type LoanTerms = {
  /** Share among loans by number. */
  weight: number;
  amount: { median: number; sigma: number };
  /** Yearly rate in percent: mean, and half of its spread. */
  rate: readonly [mean: number, spread: number];
  months: readonly number[];
  dayCount: 'actual/365' | '30/360';
  /** Monthly probability that a borrower who is current stops paying. */
  miss: number;
  /** Days past due at charge-off. */
  chargeOff: number;
  collateral: string;
};

/**
 * Credit union in the US. Targets of arrears, charge-offs, net worth and loans to shares: NCUA,
 * Quarterly Credit Union Data Summary, 2019 Q1 and 2021 Q1. Shares of kinds, balances, rates and
 * hazards are assumed and calibrated to these targets.
 */
export const usCreditUnionBook = {
  title: 'US credit union',
  fields: { community: 0.46, employer: 0.32, family: 0.16, association: 0.06 },
  joint: 0.22,
  netWorth: 0.14,
  allowance: 0.009,
  operatingExpense: 0.029,
  investmentYield: 0.024,
  /** Purchases a month and member, without a request for rows. */
  cardsPerMonth: 9,
  revolvers: 0.6,
  /** Rows a month of a member, share and loan, without purchases; share of declined purchases (measured). */
  rows: { member: 3.85, share: 0.85, loan: 1.7, declined: 0.05 },
  loanShare: 0.415,
  shares: {
    draft: { weight: 0.52, balance: { median: 3900, sigma: 0.9 }, rate: 0.1 },
    money_market: { weight: 0.14, balance: { median: 9500, sigma: 1.1 }, rate: 0.8 },
    certificate: { weight: 0.17, balance: { median: 11_000, sigma: 0.9 }, rate: 2.4 },
    ira: { weight: 0.07, balance: { median: 9000, sigma: 1 }, rate: 1.1 },
    club: { weight: 0.1, balance: { median: 500, sigma: 0.7 }, rate: 0.25 },
  } as Record<
    Exclude<ShareKind, 'regular'>,
    { weight: number; balance: { median: number; sigma: number }; rate: number }
  >,
  regular: { balance: { median: 1600, sigma: 1.5 }, rate: 0.25 },
  loans: {
    used_vehicle: {
      weight: 0.33,
      amount: { median: 16_500, sigma: 0.45 },
      rate: [5.5, 1.9],
      months: [48, 60, 60, 72],
      dayCount: 'actual/365',
      miss: 0.0135,
      chargeOff: 180,
      collateral: 'vehicle',
    },
    new_vehicle: {
      weight: 0.13,
      amount: { median: 27_500, sigma: 0.35 },
      rate: [4.1, 1.2],
      months: [60, 72, 72, 84],
      dayCount: 'actual/365',
      miss: 0.009,
      chargeOff: 180,
      collateral: 'vehicle',
    },
    first_mortgage: {
      weight: 0.036,
      amount: { median: 158_000, sigma: 0.5 },
      rate: [3.9, 0.8],
      months: [180, 360, 360],
      dayCount: '30/360',
      miss: 0.004,
      chargeOff: 540,
      collateral: 'real estate',
    },
    home_equity: {
      weight: 0.06,
      amount: { median: 36_000, sigma: 0.6 },
      rate: [5, 1.1],
      months: [120, 180],
      dayCount: 'actual/365',
      miss: 0.007,
      chargeOff: 540,
      collateral: 'real estate',
    },
    unsecured: {
      weight: 0.13,
      amount: { median: 5200, sigma: 0.7 },
      rate: [9.8, 2.5],
      months: [24, 36, 48],
      dayCount: 'actual/365',
      miss: 0.023,
      chargeOff: 180,
      collateral: '',
    },
    credit_card: {
      weight: 0.27,
      amount: { median: 6000, sigma: 0.6 },
      rate: [11.5, 2.5],
      months: [0],
      dayCount: '30/360',
      miss: 0.021,
      chargeOff: 180,
      collateral: '',
    },
  } as Record<LoanKind, LoanTerms>,
  /** Probability to miss the next payment as well, after one, two, … missed. */
  continue: [0.34, 0.55, 0.7, 0.78, 0.84, 0.9],
  recovered: 0.16,
  /** Members in schemes of each kind of fraud, and in each kind of look-alike (assumed). */
  frauds: 0.001,
  lookAlikes: 0.001,
};

export type CreditUnionConfiguration = typeof usCreditUnionBook;
