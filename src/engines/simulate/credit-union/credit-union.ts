import { civilFromDays, daysFromCivil } from '../../../shared/civil-date.ts';
import { pick } from '../bank/draws.ts';
import { add, type Book, type BookOutput } from '../world/book.ts';
import { streamOf } from '../world/draws.ts';
import { type BookPlan, type BookRequest, planBook } from '../world/plan.ts';
import { batchOf } from '../world/tables.ts';
import type { CreditUnionAccount } from './accounts.ts';
import { callReport } from './call-report.ts';
import { type Cell, openUnion } from './cell-union.ts';
import { closePeriods, openBooks, pushAccounts } from './close-union.ts';
import { usCreditUnionBook } from './configuration.ts';
import { creditUnionLaws } from './laws.ts';
import { liveMember, type MemberState, monthsOf } from './member-life.ts';
import { addSchemes, openMembers } from './members.ts';
import * as tables from './tables.ts';

/** Spreads purchases over members so that the rows of postings meet the request. */
function planPurchases(cell: Cell, members: readonly MemberState[]): void {
  const { plan, cfg, start, end } = cell;
  const months = monthsOf(start, end).length;
  const share = plan.cells[cell.cell].accounts / plan.accounts;
  const { rows } = cfg;
  const loans = members.reduce((sum, member) => sum + member.loans.length, 0);
  const shares = members.reduce((sum, member) => sum + member.shares.length, 0);
  const fixed = months * (rows.member * members.length + rows.share * shares + rows.loan * loans);
  const wanted =
    plan.transactions === 0
      ? cfg.cardsPerMonth * months * members.length
      : (plan.transactions * share - fixed) / (1 - rows.declined);
  const stream = streamOf(plan, cell.cell, 'activity');
  const spenders = members.filter(
    (member) =>
      member.shares.some(({ kind }) => kind === 'draft') ||
      member.loans.some(({ kind }) => kind === 'credit_card'),
  );
  for (let i = 0; i < wanted; i++)
    pick(stream, spenders.length > 0 ? spenders : members).purchases++;
}

const LEDGER_TOTALS: readonly CreditUnionAccount[] = [
  'cash_and_investments',
  'loans',
  'allowance',
  'undivided_earnings',
  'regular_reserve',
  'loan_interest',
  'investment_income',
  'fee_income',
  'dividend_expense',
  'operating_expense',
  'provision',
];

/** Sums for the call report: balances of the ledger, and income and charge-offs of the last year. */
function addTotals(cell: Cell): void {
  const { totals, rows, ledger, end } = cell;
  const { year } = civilFromDays(end);
  for (const account of LEDGER_TOTALS) add(totals, `ledger ${account}`, ledger.balance(account));
  const from = daysFromCivil(year, 1, 1);
  ledger.eachLeg((day, account, amount) => {
    if (day >= from) add(totals, `year ${account}`, amount);
  });
  for (const { kind, amount, booked_on } of rows.chargeOffs)
    if (booked_on >= from) add(totals, `year ${kind}`, amount);
  add(totals, 'members', rows.members.length);
  add(totals, 'transactions', rows.postings.length);
  add(totals, 'imbalance', ledger.imbalance());
}

function simulate(plan: BookPlan, index: number): BookOutput {
  const cell = openUnion(plan, index);
  const members = openMembers(cell);
  addSchemes(cell, members);
  planPurchases(cell, members);
  openBooks(cell, members);
  for (const member of members) liveMember(cell, member, streamOf(plan, member.index, 'contract'));
  pushAccounts(cell, members);
  closePeriods(cell);
  addTotals(cell);
  const { rows } = cell;
  const prefix = `J${plan.idPrefix}${String(index).padStart(5, '0')}`;
  return {
    cell: index,
    totals: cell.totals,
    tables: {
      members: batchOf(tables.members, rows.members),
      shares: batchOf(tables.shares, rows.shares),
      joint_owners: batchOf(tables.jointOwners, rows.jointOwners),
      loans: batchOf(tables.loans, rows.loans),
      loan_schedule: batchOf(tables.loanSchedule, rows.loanSchedule),
      postings: batchOf(tables.postings, rows.postings),
      dividends: batchOf(tables.dividends, rows.dividends),
      charge_offs: batchOf(tables.chargeOffs, rows.chargeOffs),
      ledger: cell.ledger.batch(prefix),
      ground_truth: batchOf(tables.creditUnionTruth, rows.truth),
    },
  };
}

const ROWS_OF_MEMBER_MONTH = 10;

/** Two years, or as many months (3 at least) as the rows fill. */
const usualDays = ({ customers, transactions }: BookRequest): number =>
  transactions === 0
    ? 731
    : Math.round(
        30.4375 *
          Math.min(24, Math.max(3, Math.floor(transactions / customers / ROWS_OF_MEMBER_MONTH))),
      );

export const creditUnionBook: Book = {
  tables: tables.creditUnionTables,
  laws: creditUnionLaws,
  plan: (request) =>
    planBook(request, { configuration: usCreditUnionBook, usualEnd: '2025-12-31', usualDays }),
  simulate,
  report: callReport,
};
