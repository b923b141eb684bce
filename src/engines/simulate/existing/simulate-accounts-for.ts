import { parseIsoDate } from '../../../shared/civil-date.ts';
import { canonicalHash } from '../../provenance/canonical-hash.ts';
import { streamFor } from '../../random/stream.ts';
import { textNumber } from '../../random/text-number.ts';
import { chance, purposes } from '../bank/draws.ts';
import { openAccounts } from '../cell.ts';
import { countries } from '../data/countries.ts';
import { plan, prefixFrom } from '../plan.ts';
import { SimulationRequestError } from '../request.ts';
import { accountsBatch } from '../rows/batches.ts';
import type { RowBatch } from '../rows/row-batch.ts';
import { customerFrom, type ExistingCustomer, type ExistingRequest } from './existing.ts';

export type AccountsForRequest = ExistingRequest & {
  customers: readonly ExistingCustomer[];
  accounts: number;
};

/**
 * Opens accounts for existing customers: one per customer first, further ones at random.
 *
 * @returns batches of the accounts file, some thousand rows each
 */
export function* simulateAccountsFor(
  request: AccountsForRequest,
): Generator<{ accounts: RowBatch }> {
  if (request.accounts > 0 && request.customers.length === 0) {
    throw new SimulationRequestError('accounts need at least one customer');
  }
  const customers = [...request.customers].sort((a, b) => (a.id < b.id ? -1 : 1));
  const { customers: _, ...rest } = request;
  const planned = plan({ ...rest, customers: customers.length, transactions: 0 });
  const parent = canonicalHash(customers.map((c) => [c.id, c.joinDate]));
  const idPrefix = request.idPrefix ?? prefixFrom(canonicalHash([planned.idPrefix, parent]));
  const window = { start: parseIsoDate(planned.startDate), end: parseIsoDate(planned.endDate) };
  const { configuration, country } = planned;
  const cities = countries[country].cities.length;
  for (const [index, cell] of planned.cells.entries()) {
    const existingCustomers = customers.slice(
      cell.firstCustomer,
      cell.firstCustomer + cell.customers,
    );
    const bankCustomers = existingCustomers.map((existing) => {
      const lot = streamFor(request.seed, textNumber(existing.id), purposes.household);
      const joined = parseIsoDate(existing.joinDate.slice(0, 10));
      const business = chance(lot, configuration.people.business);
      const customerIndex = { ...existing, joined, business };
      return customerFrom({
        seed: request.seed,
        existing: customerIndex,
        configuration,
        cities,
        start: window.start,
      });
    });
    const accounts = openAccounts(
      { seed: request.seed, idPrefix, country, configuration, window },
      {
        customers: bankCustomers,
        cell: { index, firstAccount: cell.firstAccount, accounts: cell.accounts },
        alwaysOne: false,
      },
    );
    yield {
      accounts: accountsBatch(accounts, {
        customerIds: (account) => bankCustomers[account.owner].id,
        balances: accounts.map((a) => a.opening),
        currency: planned.currency,
      }),
    };
  }
}
