import { parseIsoDate } from '../../../shared/civil-date.ts';
import { canonicalHash } from '../../provenance/canonical-hash.ts';
import { directoryOf } from '../bank/build-directory.ts';
import { calendarOf } from '../bank/calendar.ts';
import type { CellState } from '../bank/cell-state.ts';
import type { Directory } from '../bank/directory.ts';
import type { Common } from '../cell.ts';
import { type LedgerAccount, ledgerAccounts } from '../events/kinds.ts';
import { fraudLegs } from '../fraud/build-frauds.ts';
import { plan, prefixFrom, type SimulationPlan } from '../plan.ts';
import { SimulationRequestError } from '../request.ts';
import { groundTruthBatch } from '../rows/batches.ts';
import type { RowBatch } from '../rows/row-batch.ts';
import { transactionForm, transactionsBatch } from '../rows/transactions-batch.ts';
import { runCell } from '../run-cell.ts';
import { buildSchemes } from '../schemes/build-schemes.ts';
import { legCollector } from '../schemes/leg-collector.ts';
import { type Group, groupsOf, poolOf, stateOfGroup } from './account-groups.ts';
import { accountFrom, type ExistingAccount, type ExistingRequest } from './existing.ts';

export type OnAccountsRequest = ExistingRequest & {
  accounts: readonly ExistingAccount[];
  transactions: number;
};

/** Part of the result, in file order. Balances, in minor units, are in the last part of a cell. */
export type OnAccountsOutput = {
  cell: number;
  last: boolean;
  transactions: RowBatch;
  groundTruth: RowBatch;
  balances: { accountId: string; minor: number }[];
  ledger: Record<LedgerAccount, number> | null;
};

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
    throw new SimulationRequestError('all accounts open after the window ends');
  }
  const calendar = calendarOf(configuration, { countryCode: country, start, end });
  return { seed, configuration, window: { start, end }, calendar, directory };
}

/**
 * Simulates transactions on existing accounts from their given balances, with the same behavior,
 * calendars and schemes as from scratch. Accounts that are inactive, or opened after the window,
 * take no part.
 *
 * @throws SimulationRequestError if no account can be booked on
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
  let generated = 0;
  let launderingMade = 0;
  for (const [cell, group] of groups.entries()) {
    const common = commonFor(planned, { seed, directory, group });
    done += group.usable;
    const transactions = upTo(request.transactions, done) - generated;
    const laundering = upTo(planned.laundering, done) - launderingMade;
    const state = stateOfGroup(common, { planned, group, cell });
    const schemes = buildSchemes({
      common,
      configuration,
      idPrefix,
      country,
      cell,
      transactions,
      laundering,
      hasNeighbor: false,
      acrossOnly: false,
      pool: (stream) => poolOf(state, stream),
    });
    const ids = { first: generated, prefix: `T${idPrefix}`, currency: planned.currency };
    yield* bookGroup(state, { cell, transactions, schemes, ids });
    generated += transactions;
    launderingMade += laundering;
  }
}

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
  const collector = legCollector(state.directory.size, state.accounts.length);
  collector.take(schemes, 0);
  const room = Math.floor((transactions - collector.legs.length) / 2);
  const idPrefix = ids.prefix.slice(1);
  collector.legs.push(...fraudLegs({ state, idPrefix, transactions }, room));
  const form = transactionForm(state, {
    prefix: ids.prefix,
    currency: ids.currency,
    otherCellAccounts: collector.otherCellAccounts,
  });
  const totals = new Float64Array(ledgerAccounts.length);
  for (const chunk of runCell(state, { transactions, legs: collector.legs, ledger: totals })) {
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
