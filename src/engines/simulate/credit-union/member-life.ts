import { civilFromDays, daysFromCivil } from '../../../shared/civil-date.ts';
import type { RandomStream } from '../../random/stream.ts';
import { between, chance, pick } from '../bank/draws.ts';
import { onBusinessDay } from '../world/days.ts';
import { logNormal } from '../world/draws.ts';
import type { Cell, Loan, Share } from './cell-union.ts';
import { payCard, payInstalment } from './loan-life.ts';
import { drawLoan, moveShare, payDividend } from './movements.ts';
import { firstDeposit } from './open-accounts.ts';

export type MemberState = {
  index: number;
  id: string;
  income: number;
  birthYear: number;
  joined: number;
  shares: Share[];
  loans: Loan[];
  /** Card purchases of the window. */
  purchases: number;
  /** Withdrawals of a scheme or of its look-alike: first day, and their number. */
  drained: { from: number; times: number } | null;
  /** Card that is used up within weeks from a day on. */
  bust: { loan: Loan; from: number } | null;
  /** Day from which no pay arrives; those insured get half a year of benefits. */
  payEnds: number;
  isInsured: boolean;
  isRetired: boolean;
};

type Event = { day: number; order: number; run: () => void };

/** Median purchase in minor units, and the spread of its logarithm. */
const MERCHANTS = [
  ['Grocery', 4200, 0.8],
  ['Fuel', 3800, 0.35],
  ['Pharmacy', 2100, 0.8],
  ['Restaurant', 2800, 0.6],
  ['Online retail', 3800, 1],
  ['Hardware', 4000, 1],
  ['Clothing', 4800, 0.8],
  ['Phone', 6500, 0.3],
] as const;

type Bill = { counterparty: string; day: number; amount: number; spread: number };

/** Bills by share of monthly pay, on days of their own; owners of a mortgaged home pay no rent. */
function drawBills(stream: RandomStream, { income, shares, loans }: MemberState): Bill[] {
  const owns = loans.some(({ kind }) => kind === 'first_mortgage');
  const bill = (counterparty: string, part: number, spread: number): Bill => ({
    counterparty,
    day: stream.below(28),
    amount: Math.round((income * part * (0.8 + 0.4 * stream.float())) / 100) * 100,
    spread,
  });
  // Members without a share draft pay their bills elsewhere.
  if (!shares.some(({ kind }) => kind === 'draft')) return [bill('Outside account', 0.55, 0.2)];
  return [
    owns ? bill('Home insurance', 0.03, 0) : bill('Rent', 0.28, 0),
    bill('Insurance', 0.05, 0),
    bill('Power', 0.04, 0.3),
  ];
}

const BENEFIT_DAYS = 182;
const BENEFIT_SHARE = 0.45;

/** Payer and part of the usual pay on a day; null if there is none. */
function payOn({ payEnds, isInsured, isRetired }: MemberState, day: number) {
  if (isRetired) return { counterparty: 'Social Security', part: 1 };
  if (day < payEnds) return { counterparty: 'Payroll', part: 1 };
  return isInsured && day < payEnds + BENEFIT_DAYS
    ? { counterparty: 'Unemployment insurance', part: BENEFIT_SHARE }
    : null;
}

/** Months that begin within the window, as days of their first and last day. */
export function monthsOf(start: number, end: number): { first: number; last: number }[] {
  const months = [];
  let { year, month } = civilFromDays(start);
  for (;;) {
    const first = daysFromCivil(year, month, 1);
    if (first > end) return months;
    [year, month] = month === 12 ? [year + 1, 1] : [year, month + 1];
    months.push({
      first: Math.max(start, first),
      last: Math.min(end, daysFromCivil(year, month, 1) - 1),
    });
  }
}

/** Share from which a member pays: the draft, or the regular one. */
const payingShare = ({ shares }: MemberState): Share =>
  shares.find(({ kind }) => kind === 'draft') ?? shares[0];

/** Withdraws up to the balance, less the par value of 5 dollars; declined if it does not suffice. */
function withdraw(
  cell: Cell,
  member: MemberState,
  share: Share,
  movement: { day: number; kind: string; amount: number; counterparty?: string },
): void {
  if (share.balance - 500 >= movement.amount && movement.day >= share.opened)
    moveShare(cell, member.id, share, { ...movement, amount: -movement.amount });
}

/** Pay, bills, savings and purchases of a month. */
function monthEvents(
  cell: Cell,
  member: MemberState,
  stream: RandomStream,
  { first, last, bills }: { first: number; last: number; bills: readonly Bill[] },
): Event[] {
  const { id, income, shares, isRetired } = member;
  const paying = payingShare(member);
  const days = last - first + 1;
  const events: Event[] = [];
  const on = (day: number, order: number, run: () => void) => {
    if (day >= Math.max(member.joined, paying.opened) && day <= last)
      events.push({ day, order, run });
  };
  const offset = member.index % 14;
  const paydays = isRetired ? [first + offset] : [first + offset, first + offset + 14];
  for (const payday of paydays) {
    const day = onBusinessDay(cell.plan.country, payday);
    const pay = payOn(member, day);
    if (pay === null) continue;
    const amount = Math.round((income * pay.part) / paydays.length);
    const { counterparty } = pay;
    on(day, 0, () =>
      moveShare(cell, id, paying, { day, kind: 'ach_credit', amount, counterparty }),
    );
  }
  for (const { counterparty, day: due, amount: usual, spread } of bills) {
    const day = onBusinessDay(cell.plan.country, first + due);
    const amount = Math.round(usual * (1 + spread * (stream.float() - 0.5)));
    on(day, 2, () =>
      withdraw(cell, member, paying, { day, kind: 'ach_debit', amount, counterparty }),
    );
  }
  const day = first + stream.below(days);
  // Money beyond two months of pay is spent or saved elsewhere.
  on(day, 3, () => {
    const spare = paying.balance - Math.round(income * 1.2);
    if (spare > 10_000)
      withdraw(cell, member, paying, {
        day,
        kind: 'withdrawal',
        amount: Math.round(spare / 1000) * 500,
        counterparty: 'Outside account',
      });
  });
  const saved = shares.find(
    ({ kind }) => kind === 'club' || kind === 'money_market' || kind === 'ira',
  );
  if (saved !== undefined && saved !== paying && chance(stream, 0.5)) {
    const amount = between(stream, 2, 20) * 1000;
    on(day, 4, () => {
      if (paying.balance < amount + 500 || saved.opened > day) return;
      moveShare(cell, id, paying, {
        day,
        kind: 'transfer',
        amount: -amount,
        counterparty: saved.id,
      });
      moveShare(cell, id, saved, { day, kind: 'transfer', amount, counterparty: paying.id });
    });
  }
  return events;
}

function purchaseEvents(cell: Cell, member: MemberState, stream: RandomStream): Event[] {
  const share = payingShare(member);
  const card = member.loans.find(({ kind }) => kind === 'credit_card');
  const first = Math.max(cell.start, member.joined);
  return Array.from({ length: member.purchases }, () => {
    const day = first + stream.below(cell.end - first + 1);
    const [counterparty, median, sigma] = pick(stream, MERCHANTS);
    const amount = Math.round(logNormal(stream, median, sigma));
    const byCard = card !== undefined && chance(stream, 0.45);
    const run = () => {
      if (
        byCard &&
        card.contract.opened <= day &&
        card.chargedOff === null &&
        card.missed === 0 &&
        card.balance + amount <= card.limit
      )
        drawLoan(cell, member.id, card, { day, kind: 'card_purchase', amount, counterparty });
      else withdraw(cell, member, share, { day, kind: 'card_purchase', amount, counterparty });
    };
    return { day, order: 5, run };
  });
}

function openingEvents(cell: Cell, member: MemberState, stream: RandomStream): Event[] {
  const opened = member.shares.filter((share) => share.opened >= cell.start);
  const events = opened.map(
    (share): Event => ({
      day: share.opened,
      order: -1,
      run: () =>
        moveShare(cell, member.id, share, {
          day: share.opened,
          kind: 'deposit',
          amount: firstDeposit(stream, share, cell),
        }),
    }),
  );
  for (const loan of member.loans) {
    const { opened: day, amount } = loan.contract;
    if (day < cell.start || loan.kind === 'credit_card') continue;
    const to = loan.kind === 'unsecured' ? payingShare(member) : null;
    events.push({
      day,
      order: -1,
      run: () =>
        drawLoan(cell, member.id, loan, {
          day,
          kind: 'disbursement',
          amount,
          to: to !== null && to.opened <= day ? to : null,
        }),
    });
  }
  return events;
}

function drainEvents(cell: Cell, member: MemberState, stream: RandomStream): Event[] {
  const { drained, bust } = member;
  if (bust !== null) {
    const part = Math.floor(bust.loan.limit / 11);
    return Array.from({ length: 10 }, (_, i) => {
      const day = bust.from + 2 * i + stream.below(2);
      const run = () =>
        drawLoan(cell, member.id, bust.loan, {
          day,
          kind: 'card_purchase',
          amount: part - stream.below(5000),
          counterparty: pick(stream, ['Electronics', 'Jewelry', 'Gift cards']),
        });
      return { day, order: 5, run };
    });
  }
  if (drained === null) return [];
  const share = member.shares.reduce((most, other) =>
    other.balance > most.balance ? other : most,
  );
  return Array.from({ length: drained.times }, (_, i) => {
    const day = drained.from + i * between(stream, 1, 4);
    const run = () => {
      const amount =
        drained.times === 1
          ? Math.floor((share.balance * 0.8) / 10_000) * 10_000
          : between(stream, 20, 80) * 1000;
      if (day <= cell.end && amount > 0)
        withdraw(cell, member, share, {
          day,
          kind: 'withdrawal',
          amount,
          counterparty: drained.times === 1 ? 'Cashier check' : 'ATM',
        });
    };
    return { day, order: 4, run };
  });
}

/** Lives a member's window, day by day. */
export function liveMember(cell: Cell, member: MemberState, stream: RandomStream): void {
  const months = monthsOf(cell.start, cell.end);
  const bills = drawBills(stream, member);
  const events = [
    ...openingEvents(cell, member, stream),
    ...months.flatMap((month) => monthEvents(cell, member, stream, { ...month, bills })),
    ...purchaseEvents(cell, member, stream),
    ...drainEvents(cell, member, stream),
  ];
  for (const month of months) {
    const run = () => {
      for (const share of member.shares)
        if (share.opened <= month.last)
          payDividend(cell, member.id, share, month.first, month.last);
    };
    events.push({ day: month.last, order: 9, run });
  }
  const paying = payingShare(member);
  for (const loan of member.loans) {
    const pay = loan.kind === 'credit_card' ? payCard : payInstalment;
    for (const day of pay.days(cell, loan))
      events.push({
        day,
        order: 1,
        run: () => pay.run(cell, { member: member.id, loan, share: paying, stream, day }),
      });
  }
  events.sort((a, b) => a.day - b.day || a.order - b.order);
  for (const { day, run } of events) if (day >= cell.start && day <= cell.end) run();
}
