import type { Configuration } from './schema.ts';
import { usCommunityBank } from './us-community-bank.ts';

/** Preset: fewer businesses, more savings and loans, lower fees and credit rates. */
export const usCreditUnion: Configuration = {
  ...usCommunityBank,
  title: 'US credit union',
  people: {
    ...usCommunityBank.people,
    business: 0.03,
    household: 0.55,
    monthlyIncome: { median: 3300, sigma: 0.45 },
    pay: { weekly: 0.24, biweekly: 0.56, monthly: 0.08, lastBusinessDay: 0.12 },
  },
  accounts: {
    ...usCommunityBank.accounts,
    first: { checking: 0.66, savings: 0.24, credit_card: 0.05, loan: 0.05 },
    further: { checking: 0.12, savings: 0.42, credit_card: 0.24, loan: 0.22 },
    creditLimit: { median: 3800, sigma: 0.6 },
    loan: { median: 17_000, sigma: 0.7 },
    delinquency: { days30: 0.012, days60: 0.005, days90: 0.004, chargedOff: 0.003 },
  },
  rates: {
    savings: 0.036,
    card: 0.159,
    loan: 0.067,
    overdraft: 0.1,
    current: { rate: 0, share: 0, from: 0 },
    feeDay: 28,
    monthlyFees: [
      { amount: 0, share: 0.65 },
      { amount: 3, share: 0.15 },
      { amount: 5, share: 0.12 },
      { amount: 8, share: 0.08 },
    ],
    wireFees: { in: 10, out: 20 },
    foreignFee: 0.01,
    overdraftFee: 15,
  },
  wire: { median: 4800, sigma: 1.1 },
};
