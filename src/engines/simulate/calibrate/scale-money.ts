import type { Configuration } from '../configuration/schema.ts';

type Amount = { median: number };

/** Settings that are amounts of money with a median. */
const amountsOf = (c: Configuration): Amount[] => [
  c.people.monthlyIncome,
  c.accounts.overdraft.limit,
  c.accounts.creditLimit,
  c.accounts.loan,
  ...Object.values(c.accounts.balance),
  ...c.recurring.utilities.map(({ amount }) => amount),
  c.recurring.subscriptions.amount,
  c.recurring.takings.amount,
  c.transfer,
  c.wire,
  c.businessReceipt,
  c.businessPayment,
  ...c.categories.map(({ ticket }) => ticket),
  ...Object.values(c.fraud.kinds).map(({ amount }) => amount),
  ...Object.values(c.laundering.typologies).map(({ amount }) => amount),
];

/** Denominations of notes that cash machines use: 1, 2 or 5 times a power of ten. */
export function noteNear(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  const digit = [5, 2, 1].find((one) => one * power <= value)!;
  return Math.max(1, digit * power);
}

/** Multiplies all money of a configuration, as for a currency of another unit. */
export function scaleMoney(configuration: Configuration, factor: number): void {
  for (const amount of amountsOf(configuration)) amount.median *= factor;
  const { rates, cash, laundering, accounts } = configuration;
  const { firstDeposit } = accounts;
  for (const key of ['least', 'most', 'step'] as const) firstDeposit[key] *= factor;
  for (const fee of rates.monthlyFees) fee.amount *= factor;
  rates.wireFees.in *= factor;
  rates.wireFees.out *= factor;
  rates.overdraftFee *= factor;
  cash.typical *= factor;
  cash.note = noteNear(cash.note * factor);
  for (const country of Object.keys(laundering.thresholds))
    laundering.thresholds[country] *= factor;
}
