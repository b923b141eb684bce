import { interestOf } from './amortization.ts';
import type { Cell, Loan, Share } from './cell-union.ts';

type Posted = {
  day: number;
  account: string;
  member: string;
  kind: string;
  amount: number;
  interest?: number;
  balance: number;
  counterparty?: string;
};

/** Adds a row of postings; returns its id, which the ledger names. */
function record(cell: Cell, row: Posted): string {
  cell.postings++;
  const { plan, postings } = cell;
  const id = `N${plan.idPrefix}${String(cell.cell).padStart(5, '0')}${String(postings).padStart(7, '0')}`;
  cell.rows.postings.push({
    posting_id: id,
    booked_on: row.day,
    account_id: row.account,
    member_id: row.member,
    kind: row.kind,
    amount: row.amount,
    interest: row.interest ?? 0,
    balance_after: row.balance,
    counterparty: row.counterparty ?? '',
  });
  return id;
}

/** Other leg of a movement of a share; income and expense are those of the credit union. */
const OTHER = {
  dividend: 'dividend_expense',
  fee: 'fee_income',
} as const;

export type ShareMovement = { day: number; kind: string; amount: number; counterparty?: string };

/** Changes the balance of a share and of the ledger. */
export function moveShare(cell: Cell, member: string, share: Share, movement: ShareMovement): void {
  const { day, kind, amount } = movement;
  share.dailySum += share.balance * (day - share.since);
  share.since = day;
  share.balance += amount;
  const id = record(cell, { ...movement, account: share.id, member, balance: share.balance });
  const other = OTHER[kind as keyof typeof OTHER] ?? 'cash_and_investments';
  cell.ledger.post(day, id, [
    [`shares_${share.kind}`, -amount],
    [other, amount],
  ]);
}

/** Pays the dividend of a month: average daily balance x rate x days / 365, on its last day. */
export function payDividend(
  cell: Cell,
  member: string,
  share: Share,
  from: number,
  day: number,
): void {
  const first = Math.max(from, share.opened);
  const days = day + 1 - first;
  const average = Math.round((share.dailySum + share.balance * (day + 1 - share.since)) / days);
  const amount = Math.round((average * share.rate * days) / 36_500);
  share.dailySum = 0;
  share.since = day + 1;
  if (amount === 0) return;
  share.balance += amount;
  const id = record(cell, {
    day,
    account: share.id,
    member,
    kind: 'dividend',
    amount,
    balance: share.balance,
  });
  cell.ledger.post(day, id, [
    [`shares_${share.kind}`, -amount],
    ['dividend_expense', amount],
  ]);
  cell.rows.dividends.push({
    share_id: share.id,
    period_start: first,
    period_end: day,
    days,
    average_daily_balance: average,
    dividend_rate: Math.round(share.rate * 100),
    amount,
  });
}

/** Returns the interest that a loan owes by a day; charged-off loans accrue none. */
export const interestDue = ({ balance, contract, paidTo }: Loan, day: number): number =>
  interestOf(balance, { rate: contract.rate, dayCount: contract.dayCount, from: paidTo, to: day });

/** Pays a loan, interest first, from a share or from outside; returns the principal. */
export function payLoan(
  cell: Cell,
  member: string,
  loan: Loan,
  { day, amount, from, late }: { day: number; amount: number; from: Share | null; late: number },
): void {
  const interest = Math.min(amount, interestDue(loan, day));
  const principal = amount - interest;
  loan.balance -= principal;
  loan.paidTo = day;
  if (from !== null) {
    from.dailySum += from.balance * (day - from.since);
    from.since = day;
    from.balance -= amount + late;
    record(cell, {
      day,
      account: from.id,
      member,
      kind: 'loan_payment',
      amount: -amount,
      balance: from.balance + late,
      counterparty: loan.id,
    });
    if (late > 0)
      record(cell, {
        day,
        account: from.id,
        member,
        kind: 'late_fee',
        amount: -late,
        balance: from.balance,
      });
  }
  const id = record(cell, {
    day,
    account: loan.id,
    member,
    kind: 'payment',
    amount: -principal,
    interest,
    balance: loan.balance,
    counterparty: from?.id ?? '',
  });
  cell.ledger.post(day, id, [
    [
      from === null ? 'cash_and_investments' : `shares_${from.kind}`,
      amount + (from === null ? 0 : late),
    ],
    ['loans', -principal],
    ['loan_interest', -interest],
    ['fee_income', from === null ? 0 : -late],
  ]);
}

/** Adds to what a loan owes: a disbursement, a card purchase, or interest of a card. */
export function drawLoan(
  cell: Cell,
  member: string,
  loan: Loan,
  {
    day,
    kind,
    amount,
    to,
    counterparty,
  }: { day: number; kind: string; amount: number; to?: Share | null; counterparty?: string },
): void {
  loan.balance += amount;
  const isInterest = kind === 'interest';
  const id = record(cell, {
    day,
    account: loan.id,
    member,
    kind,
    amount,
    interest: isInterest ? amount : 0,
    balance: loan.balance,
    counterparty: counterparty ?? to?.id ?? '',
  });
  if (to) {
    to.dailySum += to.balance * (day - to.since);
    to.since = day;
    to.balance += amount;
    record(cell, {
      day,
      account: to.id,
      member,
      kind: 'loan_proceeds',
      amount,
      balance: to.balance,
      counterparty: loan.id,
    });
  }
  cell.ledger.post(day, id, [
    ['loans', amount],
    [isInterest ? 'loan_interest' : to ? `shares_${to.kind}` : 'cash_and_investments', -amount],
  ]);
}

/** Charges a loan off against the allowance; interest stops. */
export function chargeOff(cell: Cell, member: string, loan: Loan, day: number): void {
  const amount = loan.balance;
  loan.balance = 0;
  loan.chargedOff = day;
  const id = record(cell, {
    day,
    account: loan.id,
    member,
    kind: 'charge_off',
    amount: -amount,
    balance: 0,
  });
  cell.ledger.post(day, id, [
    ['allowance', amount],
    ['loans', -amount],
  ]);
  cell.rows.chargeOffs.push({ loan_id: loan.id, booked_on: day, kind: 'charge_off', amount });
}

/** Books what is recovered of a charged-off loan. */
export function recover(
  cell: Cell,
  loan: Loan,
  { day, amount }: { day: number; amount: number },
): void {
  if (day > cell.end) return;
  cell.ledger.post(day, loan.id, [
    ['cash_and_investments', amount],
    ['allowance', -amount],
  ]);
  cell.rows.chargeOffs.push({ loan_id: loan.id, booked_on: day, kind: 'recovery', amount });
}
