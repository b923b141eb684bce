import type { RandomStream } from '../../random/stream.ts';
import { between, chance } from '../bank/draws.ts';
import { addMonths } from './amortization.ts';
import type { Cell, Loan, Share } from './cell-union.ts';
import { chargeOff, drawLoan, interestDue, payLoan, recover } from './movements.ts';

type Due = { member: string; loan: Loan; share: Share; stream: RandomStream; day: number };

const LATE_FEE = 2500;

/** Decides if a payment is missed; borrowers who have stopped continue to miss with rising odds. */
function misses(cell: Cell, { loan, stream, day }: Due): boolean {
  if (day >= loan.stops) return true;
  const { miss } = cell.cfg.loans[loan.kind];
  const { continue: odds } = cell.cfg;
  return chance(stream, loan.missed === 0 ? miss : odds[Math.min(loan.missed, odds.length) - 1]);
}

/** Counts a missed payment; charges the loan off once it is long past due. */
function countMiss(cell: Cell, due: Due): void {
  const { loan, day, member, stream } = due;
  if (loan.missed === 0) loan.nextDue = day;
  loan.missed++;
  const after = cell.cfg.loans[loan.kind].chargeOff;
  if (day - loan.nextDue < after || loan.balance === 0) return;
  const amount = loan.balance;
  chargeOff(cell, member, loan, day);
  if (chance(stream, 0.5))
    recover(cell, loan, {
      day: day + between(stream, 30, 400),
      amount: Math.round(amount * cell.cfg.recovered * 2 * stream.float()),
    });
}

/** Share that can pay an amount, or null: it comes from outside the credit union. */
const payer = (share: Share, day: number, amount: number): Share | null =>
  share.opened <= day && share.balance - 500 >= amount ? share : null;

/** Payments of an instalment loan by its schedule; arrears are paid together. */
export const payInstalment = {
  days: (cell: Cell, { schedule }: Loan): number[] =>
    schedule.map(({ due }) => due).filter((due) => due >= cell.start && due <= cell.end),
  run: (cell: Cell, due: Due): void => {
    const { loan, day, share, member } = due;
    if (loan.chargedOff !== null || loan.balance === 0) return;
    if (misses(cell, due)) {
      countMiss(cell, due);
      return;
    }
    const owed = loan.balance + interestDue(loan, day);
    const isLast = loan.schedule.at(-1)!.due === day;
    const amount = isLast ? owed : Math.min(owed, loan.level * (loan.missed + 1));
    const late = loan.missed > 0 ? LATE_FEE : 0;
    payLoan(cell, member, loan, { day, amount, from: payer(share, day, amount + late), late });
    loan.missed = 0;
    loan.nextDue = addMonths(day, 1);
  },
};

/** Monthly statement of a credit card: interest on the balance, then a payment. */
export const payCard = {
  days: (cell: Cell, { contract }: Loan): number[] => {
    const days = [];
    for (let i = 1; ; i++) {
      const day = addMonths(Math.max(cell.start, contract.opened), i);
      if (day > cell.end) return days;
      days.push(day);
    }
  },
  run: (cell: Cell, due: Due): void => {
    const { loan, day, share, member, stream } = due;
    if (loan.chargedOff !== null || loan.balance === 0) return;
    if (misses(cell, due)) {
      countMiss(cell, due);
      return;
    }
    const interest = loan.revolves
      ? Math.round((loan.balance * loan.contract.rate) / 1200) * (loan.missed + 1)
      : 0;
    loan.paidTo = day;
    if (interest > 0) drawLoan(cell, member, loan, { day, kind: 'interest', amount: interest });
    const usual = loan.revolves
      ? Math.max(2500, Math.round(loan.balance * (0.03 + 0.1 * stream.float())))
      : loan.balance;
    const amount = Math.min(loan.balance, usual * (loan.missed + 1));
    const late = loan.missed > 0 ? LATE_FEE : 0;
    payLoan(cell, member, loan, { day, amount, from: payer(share, day, amount + late), late });
    loan.missed = 0;
    loan.nextDue = addMonths(day, 1);
  },
};
