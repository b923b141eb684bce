import type { Json } from '../../../shared/canonical-json.ts';
import { formatIsoDate, parseIsoDate } from '../../../shared/civil-date.ts';
import { canonicalHash } from '../../provenance/canonical-hash.ts';
import { prefixFrom } from '../plan.ts';
import { SimulationRequestError } from '../request.ts';

/** Version of the books of insurers and credit unions; the bank has its own. */
export const bookVersion = '1.1.0';

const CUSTOMERS_PER_CELL = 1000;
const MAX_DAYS = 15_000;

export type BookName = 'motor-insurer' | 'life-insurer' | 'us-credit-union';

export type BookRequest = {
  /** Unsigned 64-bit integer. */
  seed: bigint;
  preset: BookName;
  /** Policyholders or members; policies or shares and loans: exact counts. */
  customers: number;
  accounts: number;
  /** Rows of transactions, as near as whole lives allow; 0 leaves them to the configuration. */
  transactions: number;
  /** ISO dates, both included. */
  startDate?: string;
  endDate?: string;
};

type BookCell = {
  firstCustomer: number;
  customers: number;
  firstAccount: number;
  accounts: number;
};

export type BookPlan<C = unknown> = {
  engineVersion: string;
  configurationHash: string;
  seed: string;
  preset: BookName;
  country: string;
  currency: string;
  startDate: string;
  endDate: string;
  idPrefix: string;
  customers: number;
  accounts: number;
  transactions: number;
  configuration: C;
  cells: BookCell[];
};

type Rules<C> = {
  configuration: C;
  /** Last day of the window if the request names none. */
  usualEnd: string;
  /** Days of the window if the request names no start. */
  usualDays: (request: BookRequest) => number;
};

function windowOf<C>(request: BookRequest, rules: Rules<C>): [number, number] {
  try {
    const days = rules.usualDays(request);
    const usual = parseIsoDate(rules.usualEnd);
    const first = request.startDate === undefined ? null : parseIsoDate(request.startDate);
    const end =
      request.endDate !== undefined
        ? parseIsoDate(request.endDate)
        : first !== null && first > usual
          ? first + days - 1
          : usual;
    const start = first ?? end - days + 1;
    if (end < start) throw new RangeError('the end date is before the start date');
    if (end - start > MAX_DAYS) throw new RangeError('the window is longer than 41 years');
    return [start, end];
  } catch (error) {
    throw new SimulationRequestError(error instanceof Error ? error.message : String(error));
  }
}

function checkCounts({ customers, accounts, transactions, seed }: BookRequest): void {
  for (const [name, count] of Object.entries({ customers, accounts, transactions })) {
    if (!Number.isSafeInteger(count) || count < 0 || count > 1_000_000_000)
      throw new SimulationRequestError(`${name} must be a whole number from 0 to 1000000000`);
  }
  if (customers === 0 || accounts < customers) {
    throw new SimulationRequestError(
      `this book needs at least one customer, and one account for each; got ${customers} customers and ${accounts} accounts`,
    );
  }
  if (accounts > customers * 50)
    throw new SimulationRequestError('at most 50 accounts for each customer are possible');
  if (seed < 0n || seed > 0xffffffffffffffffn)
    throw new SimulationRequestError('seed must be an unsigned 64-bit integer');
}

/** Splits a request into cells of some 1,000 customers, which are simulated independently. */
export function planBook<C>(request: BookRequest, rules: Rules<C>): BookPlan<C> {
  checkCounts(request);
  const [start, end] = windowOf(request, rules);
  const { customers, accounts, transactions, preset } = request;
  const { configuration } = rules;
  const facts = { country: 'US', startDate: formatIsoDate(start), endDate: formatIsoDate(end) };
  const seed = request.seed.toString();
  const configurationHash = canonicalHash({
    engineVersion: bookVersion,
    configuration: configuration as Json,
    ...facts,
  });
  const count = Math.ceil(customers / CUSTOMERS_PER_CELL);
  const cut = (total: number, cell: number) =>
    Number((BigInt(total) * BigInt(cell)) / BigInt(count));
  return {
    engineVersion: bookVersion,
    configurationHash,
    seed,
    preset,
    currency: 'USD',
    ...facts,
    idPrefix: prefixFrom(
      canonicalHash({ configurationHash, seed, customers, accounts, transactions }),
    ),
    customers,
    accounts,
    transactions,
    configuration,
    cells: Array.from({ length: count }, (_, i) => ({
      firstCustomer: cut(customers, i),
      customers: cut(customers, i + 1) - cut(customers, i),
      firstAccount: cut(accounts, i),
      accounts: cut(accounts, i + 1) - cut(accounts, i),
    })),
  };
}
