import { canonicalHash } from '../../provenance/canonical-hash.ts';
import { parseIsoDate } from '../../table/civil-date.ts';
import { calendarOf } from '../bank/calendar.ts';
import { type CellState, cellStateOf, isCurrent, typeCode } from '../bank/cell-state.ts';
import { type Directory, directoryOf } from '../bank/directory.ts';
import type { Common } from '../cell.ts';
import { countries } from '../data/countries.ts';
import { type LedgerAccount, ledgerAccounts } from '../events/kinds.ts';
import { CUSTOMERS_PER_CELL, plan, prefixFrom, type SimulationPlan } from '../plan.ts';
import { SimulationRequestError } from '../request.ts';
import { groundTruthBatch, transactionForm, transactionsBatch } from '../rows/batches.ts';
import type { RowBatch } from '../rows/row-batch.ts';
import { runCell } from '../run-cell.ts';
import type { MemberPool } from '../schemes/members.ts';
import { buildSchemes, legCollector } from '../schemes/schemes-of-cell.ts';
import {
  accountFrom,
  accountTypeOf,
  customerFrom,
  type ExistingAccount,
  type ExistingRequest,
} from './existing.ts';

export type OnAccountsRequest = ExistingRequest & {
  accounts: readonly ExistingAccount[];
  transactions: number;
};

/** A piece of the result, in file order. Balances, in minor units, stand in the last piece of a cell. */
export type OnAccountsOutput = {
  cell: number;
  last: boolean;
  transactions: RowBatch;
  groundTruth: RowBatch;
  balances: { accountId: string; minor: number }[];
  ledger: Record<LedgerAccount, number> | null;
};

type Group = { customers: string[]; accounts: ExistingAccount[]; usable: number };

/** Cells of about 1,000 customers; accounts without one stand for a customer each. */
function groupsOf(accounts: readonly ExistingAccount[]): Group[] {
  const byCustomer = new Map<string, ExistingAccount[]>();
  const sorted = [...accounts].sort((a, b) => (a.id < b.id ? -1 : 1));
  for (const account of sorted) {
    const key = account.customerId ?? account.id;
    const known = byCustomer.get(key);
    if (known === undefined) byCustomer.set(key, [account]);
    else known.push(account);
  }
  const groups: Group[] = [];
  for (const [customer, owned] of [...byCustomer].sort(([a], [b]) => (a < b ? -1 : 1))) {
    let group = groups.at(-1);
    if (group === undefined || group.customers.length >= CUSTOMERS_PER_CELL) {
      group = { customers: [], accounts: [], usable: 0 };
      groups.push(group);
    }
    group.customers.push(customer);
    group.accounts.push(...owned);
  }
  return groups;
}

function stateOfGroup(
  common: Common,
  { planned, group, cell }: { planned: SimulationPlan; group: Group; cell: number },
): CellState {
  const place = new Map(group.customers.map((id, i) => [id, i]));
  const cities = countries[planned.country].cities.length;
  const accounts = group.accounts.map((a) => accountFrom(a, place.get(a.customerId ?? a.id)!));
  const business = new Set(
    group.accounts
      .filter((a) => accountTypeOf(a.type) === 'business_checking')
      .map((a) => a.customerId ?? a.id),
  );
  const customers = group.customers.map((id) =>
    customerFrom({
      seed: common.seed,
      existing: { id, joined: 0, business: business.has(id) },
      configuration: planned.configuration,
      cities,
      start: common.window.start,
    }),
  );
  const { seed, calendar, directory } = common;
  const { country, configuration } = planned;
  return cellStateOf(
    { seed, cell, country, configuration, calendar, directory },
    { customers, accounts, firstCustomer: cell * CUSTOMERS_PER_CELL },
  );
}

/** Members are drawn among the accounts open over the whole window, current ones where there are any. */
function poolOf(state: CellState, stream: { below(n: number): number }): MemberPool {
  const { start, end } = state.calendar;
  const whole = state.accounts
    .map((_, i) => i)
    .filter((i) => state.from[i] <= start && state.to[i] > end);
  const current = whole.filter((i) => isCurrent(state.type[i]));
  const open = current.length > 0 ? current : whole;
  return (side, memberKind) => {
    if (side === 1 || memberKind === 'dormant') return null;
    const fit = open.filter(
      (i) =>
        memberKind === undefined ||
        (memberKind === 'business') === (state.type[i] === typeCode.business_checking),
    );
    if (fit.length === 0) return null;
    const account = fit[stream.below(fit.length)];
    open.splice(open.indexOf(account), 1);
    return {
      side: 0,
      account,
      id: state.accounts[account].id,
      customer: state.customers[state.owner[account]],
    };
  };
}

/** What one cell's accounts are booked with: the window begins no earlier than the first of them. */
function commonFor(
  planned: SimulationPlan,
  { seed, directory, group }: { seed: bigint; directory: Directory; group: Group },
): Common {
  const { configuration, country } = planned;
  const end = parseIsoDate(planned.endDate);
  const days = group.accounts.map((a) => accountFrom(a, 0)).map((a) => a.from);
  const earliest = days.reduce((least, day) => Math.min(least, day), end + 1);
  const start = Math.max(parseIsoDate(planned.startDate), earliest <= end ? earliest : 0);
  if (start > end || (earliest > end && group.usable > 0)) {
    throw new SimulationRequestError('the accounts are opened after the window ends');
  }
  const calendar = calendarOf(configuration, { countryCode: country, start, end });
  return { seed, configuration, window: { start, end }, calendar, directory };
}

/**
 * Books transactions on accounts that exist: same people, calendars and schemes as from scratch, from the
 * balances given. Accounts that are not active, or opened after the window, take no part.
 *
 * @throws SimulationRequestError where no account can be booked on
 */
export function* simulateOnAccounts(request: OnAccountsRequest): Generator<OnAccountsOutput> {
  const { accounts, ...rest } = request;
  const groups = groupsOf(accounts).map((group) => ({
    ...group,
    usable: group.accounts.filter((a) => accountFrom(a, 0).to > 0).length,
  }));
  const usable = groups.reduce((sum, group) => sum + group.usable, 0);
  if (request.transactions > 0 && usable === 0) {
    throw new SimulationRequestError('none of the accounts is active');
  }
  const customers = groups.reduce((sum, group) => sum + group.customers.length, 0);
  const planned = plan({ ...rest, customers, accounts: Math.max(usable, Math.sign(customers)) });
  const parent = canonicalHash(
    groups.flatMap((g) => g.accounts.map((a) => [a.id, a.balance, a.openDate, a.status])),
  );
  const idPrefix = request.idPrefix ?? prefixFrom(canonicalHash([planned.idPrefix, parent]));
  const { seed } = request;
  const { configuration, country } = planned;
  const directory = directoryOf(configuration, {
    seed,
    prefix: planned.idPrefix,
    country,
    customers,
  });
  const upTo = (total: number, share: number) =>
    Number((BigInt(total) * BigInt(share)) / BigInt(usable));
  let done = 0;
  let made = 0;
  let launderingMade = 0;
  for (const [cell, group] of groups.entries()) {
    const common = commonFor(planned, { seed, directory, group });
    done += group.usable;
    const transactions = upTo(request.transactions, done) - made;
    const laundering = upTo(planned.laundering, done) - launderingMade;
    const state = stateOfGroup(common, { planned, group, cell });
    const schemes = buildSchemes({
      common,
      configuration,
      idPrefix,
      cell,
      transactions,
      laundering,
      hasNeighbor: false,
      acrossOnly: false,
      pool: (stream) => poolOf(state, stream),
    });
    const ids = { first: made, prefix: `T${idPrefix}`, currency: planned.currency };
    yield* bookGroup(state, { cell, transactions, schemes, ids });
    made += transactions;
    launderingMade += laundering;
  }
}

/** The rows of one cell, and with the last of them its balances and its ledger. */
function* bookGroup(
  state: CellState,
  {
    cell,
    transactions,
    schemes,
    ids,
  }: {
    cell: number;
    transactions: number;
    schemes: ReturnType<typeof buildSchemes>;
    ids: { first: number; prefix: string; currency: string };
  },
): Generator<OnAccountsOutput> {
  const told = legCollector(state.directory.size, state.accounts.length);
  told.take(schemes, 0);
  const form = transactionForm(state, {
    prefix: ids.prefix,
    currency: ids.currency,
    otherCellAccounts: told.otherCellAccounts,
  });
  const totals = new Float64Array(ledgerAccounts.length);
  for (const chunk of runCell(state, { transactions, legs: told.legs, ledger: totals })) {
    const { last } = chunk;
    yield {
      cell,
      last,
      transactions: transactionsBatch(form, chunk, ids.first),
      groundTruth: groundTruthBatch(chunk.legs, ids.prefix, ids.first),
      balances: last
        ? state.accounts.map((a, i) => ({ accountId: a.id, minor: state.balance[i] }))
        : [],
      ledger: last
        ? (Object.fromEntries(ledgerAccounts.map((name, i) => [name, totals[i]])) as Record<
            LedgerAccount,
            number
          >)
        : null,
    };
  }
}
