import { parseIsoDate } from '../../shared/civil-date.ts';
import { aliasTable, drawAlias } from '../random/alias-table.ts';
import { streamFor } from '../random/stream.ts';
import type { Account, AccountType } from './bank/account.ts';
import { accountAt, firstType } from './bank/accounts.ts';
import type { Bank, Window } from './bank/bank.ts';
import { directoryOf } from './bank/build-directory.ts';
import { type Calendar, calendarOf } from './bank/calendar.ts';
import { type CellState, cellStateOf } from './bank/cell-state.ts';
import { type Customer, customerAt } from './bank/customers.ts';
import { assignDelinquency } from './bank/delinquency.ts';
import type { Directory } from './bank/directory.ts';
import { drawKey, purposes } from './bank/draws.ts';
import type { Configuration } from './configuration/schema.ts';
import type { SimulationPlan } from './plan.ts';

export type Common = {
  seed: bigint;
  configuration: Configuration;
  calendar: Calendar;
  directory: Directory;
  window: Window;
};

/** Cache of the latest, by content, so that one process shares it between shards of a plan. */
const commons = new Map<string, Common>();
const MAX_COMMONS = 2;

export function commonOf(plan: SimulationPlan): Common {
  const { seed, idPrefix, country, startDate, endDate, customers, configuration } = plan;
  const key = JSON.stringify([
    seed,
    idPrefix,
    country,
    startDate,
    endDate,
    customers,
    configuration,
  ]);
  const common = commons.get(key) ?? makeCommon(plan);
  commons.delete(key);
  commons.set(key, common);
  for (const old of commons.keys()) if (commons.size > MAX_COMMONS) commons.delete(old);
  return common;
}

function makeCommon(plan: SimulationPlan): Common {
  const seed = BigInt(plan.seed);
  const { configuration } = plan;
  const window = { start: parseIsoDate(plan.startDate), end: parseIsoDate(plan.endDate) };
  return {
    seed,
    configuration,
    window,
    calendar: calendarOf(configuration, {
      countryCode: plan.country,
      start: window.start,
      end: window.end,
    }),
    directory: directoryOf(configuration, {
      seed,
      prefix: plan.idPrefix,
      country: plan.country,
      customers: plan.customers,
    }),
  };
}

export const bankOf = (
  { idPrefix, country }: Pick<SimulationPlan, 'idPrefix' | 'country'>,
  { seed, configuration, window }: Pick<Common, 'seed' | 'configuration' | 'window'>,
): Bank => ({ seed, idPrefix, country, configuration, window });

function customersOf(plan: SimulationPlan, common: Common, cellIndex: number): Customer[] {
  const { firstCustomer, customers } = plan.cells[cellIndex];
  const bank = bankOf(plan, common);
  return Array.from({ length: customers }, (_, i) => customerAt(bank, firstCustomer + i));
}

/** Returns the n-th account's owner if every customer gets one first; n below both counts. */
export const firstOwner = (n: number, customers: number, accounts: number): number =>
  accounts >= customers ? n : Math.floor((n * customers) / accounts);

/** Opens the accounts of a cell: one per customer first, further ones at random. */
export function openAccounts(
  bank: Bank,
  {
    customers,
    cell,
    alwaysOne,
  }: {
    customers: readonly Customer[];
    cell: { index: number; firstAccount: number; accounts: number };
    alwaysOne: boolean;
  },
): Account[] {
  const first = Math.min(cell.accounts, customers.length);
  const stream = streamFor(bank.seed, cell.index, purposes.accountMix);
  const appetite =
    customers.length === 0
      ? null
      : aliasTable(
          customers.map((c) => (c.employment === 'student' ? 0.5 : 1) * (0.4 + stream.float())),
        );
  const accounts: Account[] = [];
  const open = (owner: number, type: AccountType, steady: boolean) => {
    const index = cell.firstAccount + accounts.length;
    accounts.push(accountAt(bank, index, { owner, customer: customers[owner], type, steady }));
  };
  for (let n = 0; n < first; n++) {
    const owner = firstOwner(n, customers.length, cell.accounts);
    const business = customers[owner].employment === 'business';
    const anchor = n === 0 && alwaysOne;
    const type = firstType(bank, cell.firstAccount + n, business);
    open(owner, anchor && !business ? 'checking' : type, anchor);
  }
  const mainOf = (owner: number): AccountType =>
    customers[owner].employment === 'business' ? 'business_checking' : 'checking';
  const hasMain = new Uint8Array(customers.length);
  for (const { owner, type } of accounts) if (type === mainOf(owner)) hasMain[owner] = 1;
  while (accounts.length < cell.accounts) {
    const owner = drawAlias(appetite!, stream);
    const type = drawKey(stream, bank.configuration.accounts.further);
    const further = hasMain[owner] === 1 && type !== 'checking';
    if (!further) hasMain[owner] = 1;
    open(owner, further ? type : mainOf(owner), false);
  }
  return accounts;
}

export function stateOfCell(plan: SimulationPlan, common: Common, cellIndex: number): CellState {
  const cell = plan.cells[cellIndex];
  const customers = customersOf(plan, common, cellIndex);
  const accounts = openAccounts(bankOf(plan, common), {
    customers,
    cell: { index: cellIndex, firstAccount: cell.firstAccount, accounts: cell.accounts },
    alwaysOne: cell.transactions > 0,
  });
  assignDelinquency({
    seed: common.seed,
    cell: cellIndex,
    accounts,
    configuration: common.configuration,
    window: common.window,
  });
  const surroundings = {
    seed: common.seed,
    cell: cellIndex,
    country: plan.country,
    configuration: common.configuration,
    calendar: common.calendar,
    directory: common.directory,
  };
  return cellStateOf(surroundings, { customers, accounts });
}
