import { onBusinessDay } from '../world/days.ts';
import type { InsurerAccount } from './accounts.ts';
import { type CellBook, cellId, cessionAt, monthOf } from './cell-book.ts';

/** Premium for the days from `effective` until `until`. */
type Written = { effective: number; until: number; booked: number; premium: number };

/** Premium account of a policy: what is written, earned by days, paid and owed. */
export type PolicyAccount = {
  book: CellBook;
  policyId: string;
  expiry: number;
  /** Underwriting year of the treaty; null if nothing is ceded. */
  treaty: number | null;
  commissionRate: number;
  written: Written[];
  cash: number;
};

/**
 * Returns the unearned premium as of a day: of each premium booked by then, the share of its days
 * (effective date to expiry) that have not elapsed; rounded once.
 */
export function unearnedAt({ written }: PolicyAccount, day: number): number {
  let sum = 0;
  for (const { effective, until, booked, premium } of written) {
    if (booked > day || day >= until) continue;
    sum += (premium * (until - Math.max(day, effective))) / (until - effective);
  }
  return Math.round(sum);
}

export const writtenAt = ({ written }: PolicyAccount, day: number): number =>
  written.reduce((sum, { booked, premium }) => (booked <= day ? sum + premium : sum), 0);

function record(
  { book, policyId }: PolicyAccount,
  row: {
    kind: string;
    effective: number;
    booked: number;
    premium: number;
    commission: number;
    cash: number;
  },
): string {
  const { policyTransactions } = book.rows;
  const id = cellId('X', book, policyTransactions.length + 1);
  policyTransactions.push({
    transaction_id: id,
    policy_id: policyId,
    kind: row.kind,
    effective_date: row.effective,
    booked_on: row.booked,
    written_premium: row.premium,
    commission: row.commission,
    cash: row.cash,
  });
  return id;
}

/** Writes premium, below zero if it is returned, with its commission. */
export function writePremium(
  account: PolicyAccount,
  {
    kind,
    effective,
    premium,
    until = account.expiry,
  }: { kind: string; effective: number; premium: number; until?: number },
): void {
  const { book, treaty, commissionRate } = account;
  const booked = onBusinessDay(book.plan.country, effective);
  account.written.push({ effective, until, booked, premium });
  if (booked > book.end) return;
  const commission = Math.round(premium * commissionRate);
  const id = record(account, { kind, effective, booked, premium, commission, cash: 0 });
  book.ledger.post(booked, id, [
    ['premium_receivable', premium],
    ['written_premium', -premium],
    ['commission_expense', commission],
    ['commission_payable', -commission],
  ]);
  const month = monthOf(book, booked);
  book.commissions[month] += commission;
  if (treaty !== null) cessionAt(book, treaty, month).premium += premium;
}

type Cash = { kind: string; day: number; amount: number; against?: InsurerAccount };

/** Books cash of a policyholder, below zero if the insurer pays; against premiums owed by default. */
export function payPremium(
  account: PolicyAccount,
  { kind, day, amount, against = 'premium_receivable' }: Cash,
): void {
  const { book } = account;
  const booked = onBusinessDay(book.plan.country, day);
  if (against === 'premium_receivable') account.cash += amount;
  if (booked > book.end || amount === 0) return;
  const id = record(account, {
    kind,
    effective: day,
    booked,
    premium: 0,
    commission: 0,
    cash: amount,
  });
  book.ledger.post(booked, id, [
    ['cash', amount],
    [against, -amount],
  ]);
}

/** Writes off what a policyholder still owes. */
export function writeOffPremium(account: PolicyAccount, day: number): void {
  const { book } = account;
  const booked = onBusinessDay(book.plan.country, day);
  const owed = writtenAt(account, booked) - account.cash;
  if (booked > book.end || owed <= 0) return;
  const id = record(account, {
    kind: 'write_off',
    effective: day,
    booked,
    premium: 0,
    commission: 0,
    cash: 0,
  });
  book.ledger.post(booked, id, [
    ['premium_written_off', owed],
    ['premium_receivable', -owed],
  ]);
}

/** Adds the policy's unearned premium to those of the ends of months. */
export function accrue(account: PolicyAccount): void {
  const { book, treaty, written, expiry } = account;
  const first = written[0];
  if (first === undefined || first.booked > book.end) return;
  for (let month = monthOf(book, first.booked); month < book.monthEnds.length; month++) {
    const day = book.monthEnds[month];
    if (day >= expiry) break;
    const unearned = unearnedAt(account, day);
    book.unearned[month] += unearned;
    if (treaty !== null) cessionAt(book, treaty, month).unearned += unearned;
  }
}
