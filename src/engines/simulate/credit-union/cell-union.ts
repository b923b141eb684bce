import { parseIsoDate } from '../../../shared/civil-date.ts';
import type { Totals } from '../world/book.ts';
import { type Ledger, ledgerUntil } from '../world/ledger.ts';
import { numbered } from '../world/people.ts';
import type { BookPlan } from '../world/plan.ts';
import type { RowOf } from '../world/tables.ts';
import type { CreditUnionAccount } from './accounts.ts';
import type { Instalment, LoanContract } from './amortization.ts';
import type { CreditUnionConfiguration, LoanKind, ShareKind } from './configuration.ts';
import type * as tables from './tables.ts';

type Rows<T extends keyof typeof tables> = RowOf<Extract<(typeof tables)[T], { name: string }>>[];

export type Cell = {
  plan: BookPlan;
  cfg: CreditUnionConfiguration;
  cell: number;
  start: number;
  end: number;
  ledger: Ledger<CreditUnionAccount>;
  totals: Totals;
  postings: number;
  rows: {
    members: Rows<'members'>;
    shares: Rows<'shares'>;
    jointOwners: Rows<'jointOwners'>;
    loans: Rows<'loans'>;
    loanSchedule: Rows<'loanSchedule'>;
    postings: Rows<'postings'>;
    dividends: Rows<'dividends'>;
    chargeOffs: Rows<'chargeOffs'>;
    truth: Rows<'creditUnionTruth'>;
  };
};

/** Share of a member, with the sum of daily balances since the last dividend. */
export type Share = {
  id: string;
  kind: ShareKind;
  opened: number;
  months: number;
  rate: number;
  opening: number;
  balance: number;
  since: number;
  dailySum: number;
};

export type Loan = {
  id: string;
  kind: LoanKind;
  contract: LoanContract;
  schedule: Instalment[];
  limit: number;
  level: number;
  /** Card whose balance is carried from month to month. */
  revolves: boolean;
  opening: number;
  balance: number;
  /** Day to which interest is paid, and the first due date that is not paid. */
  paidTo: number;
  nextDue: number;
  missed: number;
  chargedOff: number | null;
  /** Sets when payments stop, from this day on; NaN if they do by chance only. */
  stops: number;
};

export const openUnion = (plan: BookPlan, cell: number): Cell => {
  const end = parseIsoDate(plan.endDate);
  return {
    plan,
    cfg: plan.configuration as CreditUnionConfiguration,
    cell,
    start: parseIsoDate(plan.startDate),
    end,
    ledger: ledgerUntil<CreditUnionAccount>(end),
    totals: new Map(),
    postings: 0,
    rows: {
      members: [],
      shares: [],
      jointOwners: [],
      loans: [],
      loanSchedule: [],
      postings: [],
      dividends: [],
      chargeOffs: [],
      truth: [],
    },
  };
};

export const scheme = (cell: Cell, n: number): string =>
  numbered('S', `${cell.plan.idPrefix}${String(cell.cell).padStart(5, '0')}`, n, 4);
