import type { Table } from '../../../table/table.ts';
import { takeRows } from '../../../table/take-rows.ts';
import { type AmountLaw, numbersOf, roundAmount } from './amount-law.ts';
import type { FoundLaw } from './law.ts';
import {
  expectedRemaining,
  type PaymentsMade,
  paymentsMade,
  type RemainingLaw,
} from './remaining-law.ts';
import { MIN_DISTINCT, spread } from './sample-amounts.ts';

const LOOKED_AT_ROWS = 500;
const MIN_ROWS = 50;
const MIN_SHARE = 0.99;
/** Deviation of a balance by payments rounded one by one, relative to the amount. */
const TOLERANCE = 0.001;
/** Payments off a whole number up to which rounding explains them. */
const MAX_OFF = 0.1;
const MAX_OFFSET = 3;

type Installment = Extract<AmountLaw, { kind: 'installment' }>;

/** Returns the payments after which a balance is left, as a fraction; NaN at either end. */
function paidBy(loan: { amount: number; rate: number; payments: number }, balance: number): number {
  const part = balance / loan.amount;
  if (!(part > 0 && part < 1)) return Number.NaN;
  if (loan.rate === 0) return loan.payments * (1 - part);
  const whole = (1 + loan.rate) ** loan.payments;
  return Math.log(whole - part * (whole - 1)) / Math.log1p(loan.rate);
}

/** Returns the constant that nearly all rows add to the payments of a column; null if none. */
function offsetOf(paid: Float64Array, made: Float64Array): number | null {
  const counts = new Map<number, number>();
  let rows = 0;
  paid.forEach((own, row) => {
    const apart = own - made[row]!;
    if (Number.isNaN(apart)) return;
    rows++;
    const nearest = Math.round(apart);
    if (Math.abs(apart - nearest) > MAX_OFF || Math.abs(nearest) > MAX_OFFSET) return;
    counts.set(nearest, (counts.get(nearest) ?? 0) + 1);
  });
  const [best] = [...counts].sort(([, a], [, b]) => b - a);
  return best !== undefined && rows >= MIN_ROWS && best[1] >= 0.97 * rows ? best[0] : null;
}

/** Returns the bounds of what single roundings leave; null if too many rows are off. */
function boundsOf(law: RemainingLaw, table: Table): { low: number; high: number } | null {
  const own = numbersOf(table.columns[law.column]!);
  const amounts = numbersOf(table.columns[law.amount]!);
  const expected = expectedRemaining(law, table);
  let rows = 0;
  let kept = 0;
  let low = 0;
  let high = 0;
  own.forEach((value, row) => {
    if (Number.isNaN(value)) return;
    rows++;
    const left = roundAmount(value - expected[row]!, law.decimals);
    if (!(Math.abs(left) <= TOLERANCE * Math.abs(amounts[row]!))) return;
    kept++;
    low = Math.min(low, left);
    high = Math.max(high, left);
  });
  return rows >= MIN_ROWS && kept >= MIN_SHARE * rows ? { low, high } : null;
}

/**
 * Finds number columns with the balance of a loan, whose installment is known, after the payments
 * that a column counts, that are left, or that months between two dates give. The balance must be
 * within a thousandth of the amount in 99 % of the rows: servicers round each payment.
 *
 * @param installments laws of the loans' payments
 * @param isOpen true for modeled columns that nothing else derives
 * @param isRead true for modeled columns that a law may read
 */
export function findRemaining(
  table: Table,
  installments: readonly Installment[],
  { isOpen, isRead }: { isOpen: (column: number) => boolean; isRead: (column: number) => boolean },
): FoundLaw[] {
  if (installments.length === 0) return [];
  const sample = takeRows(table, spread(table.rows, LOOKED_AT_ROWS));
  const values = sample.columns.map(numbersOf);
  const at = (column: number) => values[column]!;
  const ofKind = (kind: string) =>
    table.columns.flatMap((column, i) => (column.kind === kind && isRead(i) ? [i] : []));
  const [numbers, dates] = [ofKind('number'), ofKind('datetime')];
  const ways = (own: number): PaymentsMade[] => [
    ...numbers
      .filter((column) => column !== own && at(column).every((value) => !(value % 1 !== 0)))
      .flatMap((column): PaymentsMade[] => [
        { kind: 'made', column, offset: 0 },
        { kind: 'left', column, offset: 0 },
      ]),
    ...dates.flatMap((since) =>
      dates
        .filter((until) => until !== since)
        .map((until): PaymentsMade => ({ kind: 'months', since, until, offset: 0 })),
    ),
  ];
  const found = new Set<number>();
  return installments.flatMap((loan) => {
    const terms = at(loan.payments);
    const loanOf = (row: number) => ({
      amount: at(loan.amount)[row]!,
      rate: at(loan.rate)[row]! * loan.scale,
      payments: terms[row]!,
    });
    const used = [loan.column, loan.amount, loan.rate, loan.payments];
    return numbers.flatMap((column): FoundLaw[] => {
      if (!isOpen(column) || used.includes(column) || found.has(column)) return [];
      const paid = at(column).map((balance, row) => paidBy(loanOf(row), balance));
      const whole = paid.filter((own) => Math.abs(own - Math.round(own)) <= MAX_OFF).length;
      if (whole < MIN_ROWS || whole < 0.9 * paid.filter((own) => !Number.isNaN(own)).length)
        return [];
      // A count next to large amounts is always near the balance that nothing is left of.
      const left = new Set(paid.map((own, row) => Math.round(terms[row]! - own)));
      if (left.size < MIN_DISTINCT) return [];
      for (const made of ways(column)) {
        const offset = offsetOf(paid, paymentsMade(made, sample, terms));
        if (offset === null) continue;
        const { decimals } = table.columns[column] as { decimals: number };
        const { amount, rate, payments, scale } = loan;
        const law: RemainingLaw = {
          kind: 'remaining',
          column,
          decimals,
          amount,
          rate,
          payments,
          scale,
          made: { ...made, offset },
        };
        const bounds = boundsOf(law, table);
        if (bounds === null) continue;
        found.add(column);
        return [{ law, ...bounds }];
      }
      return [];
    });
  });
}
