import { civilFromDays } from '../../../../shared/civil-date.ts';
import { DAY } from '../../../table/datetime-form.ts';
import type { Table } from '../../../table/table.ts';
import { numbersOf, roundAmount } from './amount-law.ts';

/**
 * Payments made: a column's number, all but those left in a column, or the months from one date to
 * another; plus a constant.
 */
export type PaymentsMade = { offset: number } & (
  | { kind: 'made'; column: number }
  | { kind: 'left'; column: number }
  | { kind: 'months'; since: number; until: number }
);

/**
 * Column with the balance of a loan that equal payments repay: what is left of an amount at a rate
 * (`scale` times the column's value per period) after the payments made. Its remainder, rounding of
 * single payments, is modeled.
 */
export type RemainingLaw = {
  kind: 'remaining';
  column: number;
  decimals: number;
  amount: number;
  rate: number;
  payments: number;
  scale: number;
  made: PaymentsMade;
};

const columnsMade = (made: PaymentsMade): number[] =>
  made.kind === 'months' ? [made.since, made.until] : [made.column];

export const sourcesOfRemaining = (law: RemainingLaw): number[] => [
  ...new Set([law.amount, law.rate, law.payments, ...columnsMade(law.made)]),
];

/** Returns A ((1 + r)^n - (1 + r)^k) / ((1 + r)^n - 1); without interest, the part not yet paid. */
export function remainingOf(
  { amount, rate, payments }: { amount: number; rate: number; payments: number },
  made: number,
): number {
  const paid = Math.min(Math.max(0, made), payments);
  if (rate === 0) return amount * (1 - paid / payments);
  const whole = (1 + rate) ** payments;
  return (amount * (whole - (1 + rate) ** paid)) / (whole - 1);
}

function monthOf(moment: number): number {
  if (Number.isNaN(moment)) return Number.NaN;
  const { year, month } = civilFromDays(Math.floor(moment / DAY));
  return 12 * year + month;
}

/** Returns the payments made in each row, without the constant. */
export function paymentsMade(
  made: PaymentsMade,
  { columns }: Pick<Table, 'columns'>,
  payments: Float64Array,
): Float64Array {
  if (made.kind !== 'months') {
    const values = numbersOf(columns[made.column]!);
    return made.kind === 'made' ? values : values.map((left, row) => payments[row]! - left);
  }
  const [since, until] = [made.since, made.until].map((column) =>
    numbersOf(columns[column]!).map(monthOf),
  );
  return until!.map((month, row) => month - since![row]!);
}

/** Computes the law's value in each row; NaN if a source is missing. */
export function expectedRemaining(law: RemainingLaw, table: Table): Float64Array {
  const [amounts, rates, terms] = [law.amount, law.rate, law.payments].map((column) =>
    numbersOf(table.columns[column]!),
  );
  return paymentsMade(law.made, table, terms!).map((made, row) => {
    const loan = {
      amount: amounts![row]!,
      rate: rates![row]! * law.scale,
      payments: terms![row]!,
    };
    const value = remainingOf(loan, made + law.made.offset);
    return Number.isFinite(value) ? roundAmount(value, law.decimals) : Number.NaN;
  });
}

export function remainingText(
  { amount, rate, payments, made }: RemainingLaw,
  nameOf: (column: number) => string,
): string {
  const after =
    made.kind === 'made'
      ? `after ${nameOf(made.column)} of ${nameOf(payments)} payments`
      : made.kind === 'left'
        ? `with ${nameOf(made.column)} of ${nameOf(payments)} payments left`
        : `after the payments from ${nameOf(made.since)} to ${nameOf(made.until)}`;
  return `what is left of ${nameOf(amount)} at ${nameOf(rate)} ${after}`;
}
