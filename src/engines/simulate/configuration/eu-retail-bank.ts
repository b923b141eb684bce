import { euCategories } from './categories.ts';
import type { Configuration } from './schema.ts';
import { usCommunityBank } from './us-community-bank.ts';

/** Preset: monthly pay, direct debits, standing orders, few checks, overdrafts. */
export const euRetailBank: Configuration = {
  ...usCommunityBank,
  title: 'EU retail bank',
  country: 'DE',
  countries: ['DE', 'FR', 'ES', 'IT', 'NL'],
  people: {
    ...usCommunityBank.people,
    business: 0.06,
    employment: {
      salaried: 0.58,
      selfEmployed: 0.08,
      retired: 0.24,
      student: 0.06,
      unemployed: 0.04,
    },
    monthlyIncome: { median: 2250, sigma: 0.42 },
    pay: { weekly: 0, biweekly: 0, monthly: 0.45, lastBusinessDay: 0.55 },
    raise: { month: 4, mean: 0.025 },
  },
  accounts: {
    ...usCommunityBank.accounts,
    first: { checking: 0.82, savings: 0.11, credit_card: 0.04, loan: 0.03 },
    further: { checking: 0.14, savings: 0.5, credit_card: 0.22, loan: 0.14 },
    overdraft: { share: 0.6, limit: { median: 1800, sigma: 0.5 } },
    creditLimit: { median: 2200, sigma: 0.6 },
    loan: { median: 9500, sigma: 0.8 },
    balance: {
      checking: { median: 1700, sigma: 1 },
      savings: { median: 6800, sigma: 1.3 },
      business: { median: 11_000, sigma: 1.1 },
    },
    delinquency: { days30: 0.012, days60: 0.005, days90: 0.004, chargedOff: 0.003 },
  },
  rates: {
    savings: 0.019,
    card: 0.145,
    loan: 0.061,
    overdraft: 0.109,
    current: { rate: 0, share: 0, from: 0 },
    monthlyFees: [
      { amount: 0, share: 0.35 },
      { amount: 2.9, share: 0.15 },
      { amount: 4.9, share: 0.25 },
      { amount: 7.9, share: 0.15 },
      { amount: 11.9, share: 0.1 },
    ],
    feeDay: 28,
    wireFees: { in: 5, out: 15 },
    foreignFee: 0.0175,
    overdraftFee: 0,
  },
  recurring: {
    ...usCommunityBank.recurring,
    rent: 0.5,
    rentOfIncome: 0.31,
    utilities: [
      { name: 'Energie', mcc: '4900', amount: { median: 96, sigma: 0.4 }, share: 0.9 },
      { name: 'Telekom', mcc: '4814', amount: { median: 38, sigma: 0.35 }, share: 0.95 },
      { name: 'Assekuranz', mcc: '6300', amount: { median: 54, sigma: 0.5 }, share: 0.8 },
    ],
    subscriptions: { mean: 1.8, amount: { median: 10.5, sigma: 0.45 } },
    saving: 0.45,
    savingOfIncome: 0.09,
  },
  mix: {
    purchase: 0.72,
    cashWithdrawal: 0.09,
    cashDeposit: 0.02,
    transferOut: 0.09,
    transferIn: 0.065,
    check: 0.003,
    wire: 0.012,
  },
  behavior: {
    ...usCommunityBank.behavior,
    inflation: 0.022,
    pay: {
      ...usCommunityBank.behavior.pay,
      hourly: 0.3,
      hours: 0.05,
      extra: {
        DE: { months: [11], ofMonthly: 0.7 },
        FR: { months: [12], ofMonthly: 0.6 },
        ES: { months: [6, 12], ofMonthly: 1 },
        IT: { months: [12], ofMonthly: 1 },
        NL: { months: [5], ofMonthly: 0.96 },
      },
      source:
        'thirteenth month, Christmas and holiday pay as usual in each country (NL 8 % by law, ES two, IT one); hours calibrated',
    },
    life: {
      ...usCommunityBank.behavior.life,
      move: 0.08,
      birth: 0.009,
      jobLoss: 0.07,
      divorce: 0.0018,
      death: 0.0104,
      source:
        'Eurostat 2019: births 9.3, deaths 10.4, divorces 1.8 per 1,000; moves and job losses calibrated',
    },
  },
  cash: {
    note: 10,
    typical: 100,
    sigma: 0.7,
    most: null,
    deposit: { size: 2.4, sigma: 0.7, most: null },
  },
  payments: {
    ...usCommunityBank.payments,
    shares: { ...usCommunityBank.payments.shares, direct_debit_return: 0.008 },
    instant: 0.17,
    joint: 0.5,
    source:
      'ECB, payments statistics 2023: 17 % of credit transfers are instant; others calibrated',
  },
  transfer: { median: 110, sigma: 1.45 },
  crossBorder: 0.06,
  categories: euCategories,
  calendar: {
    daily: false,
    weekdays: [0.95, 0.97, 0.99, 1.05, 1.22, 1.2, 0.62],
    months: [0.94, 0.93, 0.99, 0.98, 1.01, 1.01, 1.03, 0.99, 0.99, 1, 1.03, 1.1],
    holiday: 0.5,
  },
};
