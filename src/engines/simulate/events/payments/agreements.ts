import type { CellState } from '../../bank/cell-state.ts';
import { type Kind, kindNames } from '../kinds.ts';
import type { Series } from '../series.ts';
import { detailOf, formOf } from './detail.ts';

/** Mandate of a direct debit, standing order, or card on file. */
export type Agreement = {
  /** Number among the agreements of its account. */
  number: number;
  kind: string;
  account: number;
  /** Code of the party, or of an account of the cell after the parties. */
  party: number;
  /** Minor units without sign; NaN if it varies. */
  amount: number;
  /** Days since 1970. */
  signed: number;
  first: number;
  last: number;
  payments: number;
};

const KINDS: Partial<Record<Kind, string>> = {
  bill: 'direct_debit',
  subscription: 'card_on_file',
  standingOrder: 'standing_order',
  rent: 'standing_order',
};

/** Longest time from signing to the first payment of the window in days. */
const MAX_SIGNED_DAYS = 1800;

function agreementOf(state: CellState, series: Series, n: number): Agreement {
  const { account, pair, party, days, amounts } = series;
  const { calendar, accounts, directory } = state;
  const first = calendar.start + days[0];
  const earlier = 3 + ((Math.imul(account * 31 + n + 1, 0x9e3779b1) >>> 8) % MAX_SIGNED_DAYS);
  return {
    number: n,
    kind: KINDS[kindNames[series.kind]]!,
    account,
    party: pair >= 0 ? directory.size + pair : party,
    amount: amounts.every((amount) => amount === amounts[0]) ? -amounts[0] : Number.NaN,
    signed: Math.min(first, Math.max(accounts[account].opened, first - earlier)),
    first,
    last: calendar.start + days[days.length - 1],
    payments: days.length,
  };
}

/** Returns the ids of agreements of a cell's accounts. */
export const agreementIdsOf = (
  agreements: readonly Agreement[],
  accountIds: readonly string[],
): string[] =>
  agreements.map(({ account, number }) => `D${accountIds[account].slice(1)}-${number}`);

/** Returns the agreements of series that are paid in the window, and names them in their rows. */
export function agreementsOf(state: CellState, list: readonly Series[]): Agreement[] {
  const counts = new Int32Array(state.accounts.length);
  const agreements: Agreement[] = [];
  for (const series of list) {
    if (KINDS[kindNames[series.kind]] === undefined) continue;
    if (series.days.length === 0) continue;
    const agreement = agreementOf(state, series, ++counts[series.account]);
    const number = agreements.push(agreement);
    series.detail = detailOf(formOf(agreement.kind), { agreement: number });
  }
  return agreements;
}
