import { civilFromDays } from '../../../shared/civil-date.ts';
import { NO_DATE } from '../rows/row-batch.ts';
import { add } from '../world/book.ts';
import type { Cell } from './cell-union.ts';
import type { ShareKind } from './configuration.ts';
import type { MemberState } from './member-life.ts';
import { monthsOf } from './member-life.ts';

/** Books the balances at the start: loans and cash against shares, allowance and net worth. */
export function openBooks(cell: Cell, members: readonly MemberState[]): void {
  const { cfg, ledger, start } = cell;
  const shares = members.flatMap((member) => member.shares);
  const owed = members.flatMap(({ loans }) => loans).reduce((sum, { opening }) => sum + opening, 0);
  const held = shares.reduce((sum, { opening }) => sum + opening, 0);
  const allowance = Math.round(owed * cfg.allowance);
  const assets = Math.round(held / (1 - cfg.netWorth));
  const worth = assets - held;
  const reserve = Math.round(worth * 0.15);
  const byKind = new Map<ShareKind, number>();
  for (const { kind, opening } of shares) byKind.set(kind, (byKind.get(kind) ?? 0) + opening);
  const legs = [...byKind].map(([kind, amount]) => [`shares_${kind}`, -amount] as const);
  ledger.post(start, 'opening', [
    ['loans', owed],
    ['allowance', -allowance],
    ['cash_and_investments', assets - owed + allowance],
    ['regular_reserve', -reserve],
    ['undivided_earnings', reserve - worth],
    ...legs,
  ]);
}

/** Books income of investments and operating expenses by month, and provisions by quarter. */
export function closePeriods(cell: Cell): void {
  const { cfg, ledger, start, end } = cell;
  const ends = monthsOf(start, end).map(({ last }) => last);
  const running = { cash: 0, loans: 0, allowance: 0 };
  const balances: (typeof running)[] = [];
  ledger.eachLeg((day, account, amount) => {
    while (day > ends[balances.length]) balances.push({ ...running });
    if (account === 'cash_and_investments') running.cash += amount;
    else if (account === 'loans' || account === 'allowance') running[account] += amount;
  });
  let provided = 0;
  for (const [place, last] of ends.entries()) {
    const { cash, loans, allowance } = balances[place] ?? running;
    const income = Math.max(0, Math.round((cash * cfg.investmentYield) / 12));
    const expense = Math.round(((cash + loans) * cfg.operatingExpense) / 12);
    ledger.post(last, 'month', [
      ['cash_and_investments', income - expense],
      ['investment_income', -income],
      ['operating_expense', expense],
    ]);
    if (civilFromDays(last).month % 3 !== 0 && last !== end) continue;
    const provision = Math.round(loans * cfg.allowance) + allowance - provided;
    provided += provision;
    ledger.post(last, 'quarter', [
      ['provision', provision],
      ['allowance', -provision],
    ]);
  }
}

const bucketOf = (days: number): string =>
  days >= 360 ? '12' : days >= 180 ? '6' : days >= 60 ? '2' : days >= 30 ? '1' : '0';

export function pushAccounts(cell: Cell, members: readonly MemberState[]): void {
  const { rows, totals, end, cfg } = cell;
  for (const { id, shares, loans } of members) {
    for (const share of shares) {
      rows.shares.push({
        share_id: share.id,
        member_id: id,
        kind: share.kind,
        opened: share.opened,
        term_months: share.months === 0 ? Number.NaN : share.months,
        dividend_rate: Math.round(share.rate * 100),
        opening_balance: share.opening,
        balance: share.balance,
      });
      add(totals, `shares ${share.kind}`, share.balance);
      add(totals, `number of ${share.kind}`, 1);
    }
    for (const loan of loans) {
      const { contract, schedule, kind, balance } = loan;
      const isDue = loan.missed > 0 && loan.chargedOff === null && balance > 0;
      const late = isDue ? end - loan.nextDue : 0;
      const isCard = kind === 'credit_card';
      rows.loans.push({
        loan_id: loan.id,
        member_id: id,
        kind,
        day_count: contract.dayCount,
        rate: Math.round(contract.rate * 100),
        term_months: isCard ? Number.NaN : contract.months,
        opened: contract.opened,
        first_due: isCard ? NO_DATE : contract.firstDue,
        original_amount: isCard ? Number.NaN : contract.amount,
        credit_limit: isCard ? loan.limit : Number.NaN,
        payment: isCard ? Number.NaN : loan.level,
        collateral: cfg.loans[kind].collateral,
        opening_balance: loan.opening,
        balance,
        paid_to: loan.paidTo,
        days_past_due: late,
        status:
          loan.chargedOff !== null
            ? 'charged_off'
            : balance === 0 && !isCard
              ? 'paid'
              : late >= 60
                ? 'delinquent'
                : 'current',
        charged_off_on: loan.chargedOff ?? NO_DATE,
      });
      for (const { number, due, payment, interest, principal, balance: rest } of schedule)
        rows.loanSchedule.push({
          loan_id: loan.id,
          number,
          due_date: due,
          payment,
          interest,
          principal,
          balance: rest,
        });
      add(totals, `loans ${kind}`, balance);
      if (balance > 0) add(totals, `number of loans ${kind}`, 1);
      add(totals, `past due ${bucketOf(late)}`, balance);
    }
  }
}
