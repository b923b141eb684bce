export type Movement = { day: number; amount: number; name: string };

/** Series of payments of one name at equal distances. */
export type RecurringPayment = {
  name: string;
  every: 'week' | 'month' | 'quarter';
  /** Median amount. */
  amount: number;
  /** Indexes of its movements, ascending. */
  movements: number[];
};

const PERIODS = [
  { every: 'week', days: 7, slack: 1 },
  { every: 'month', days: 30.4, slack: 5 },
  { every: 'quarter', days: 91.3, slack: 7 },
] as const;
const MIN_PAYMENTS = 3;
const MIN_REGULAR = 0.75;
/** Largest difference of a payment from the median, as a share of it. */
const MAX_SPREAD = 0.35;
const MIN_ALIKE = 0.75;

const medianOf = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[values.length >> 1];

function seriesOf(name: string, own: number[], movements: readonly Movement[]): RecurringPayment[] {
  if (own.length < MIN_PAYMENTS) return [];
  const amount = medianOf(own.map((i) => movements[i].amount));
  const isAlike = (i: number) =>
    Math.abs(movements[i].amount - amount) <= MAX_SPREAD * Math.abs(amount);
  const alike = own.filter(isAlike);
  if (alike.length < MIN_PAYMENTS || alike.length < MIN_ALIKE * own.length) return [];
  const gaps = alike.slice(1).map((i, k) => movements[i].day - movements[alike[k]].day);
  const period = PERIODS.find(({ days, slack }) => {
    const regular = gaps.filter((gap) => Math.abs(gap - days) <= slack).length;
    return regular >= MIN_REGULAR * gaps.length;
  });
  return period === undefined ? [] : [{ name, every: period.every, amount, movements: alike }];
}

/**
 * Finds payments that recur each week, month or quarter: at least three of one name and sign, three
 * of four at a period's distance and near their median amount.
 *
 * @param movements of one account, in order of days from 1970; those without a name are skipped
 * @returns the largest first
 */
export function recurringPayments(movements: readonly Movement[]): RecurringPayment[] {
  const groups = new Map<string, number[]>();
  for (const [i, { name, amount }] of movements.entries()) {
    if (name === '' || Number.isNaN(amount) || amount === 0) continue;
    const key = `${amount < 0 ? '-' : '+'}${name}`;
    groups.set(key, [...(groups.get(key) ?? []), i]);
  }
  return [...groups]
    .flatMap(([key, own]) => seriesOf(key.slice(1), own, movements))
    .sort((a, b) => Math.abs(b.amount) - Math.abs(a.amount));
}
