import { formatIsoDate, parseIsoDate } from '../../shared/civil-date.ts';
import { canonicalHash } from '../provenance/canonical-hash.ts';
import { type PresetName, presets } from './configuration/presets.ts';
import { type Configuration, configurationSchema } from './configuration/schema.ts';
import { countries } from './data/countries.ts';
import { type SimulationRequest, SimulationRequestError } from './request.ts';

/** Changes whenever the same request would give other bytes. */
export const engineVersion = '1.4.0';

export const CUSTOMERS_PER_CELL = 1000;
const ROWS_OF_A_SCHEME = 12;
const SMALLEST_SCHEME = 5;

/** One cell: about 1,000 customers, their accounts, and what happens on these. */
export type CellPlan = {
  firstCustomer: number;
  customers: number;
  firstAccount: number;
  accounts: number;
  firstTransaction: number;
  transactions: number;
  /** Rows of laundering schemes that this cell makes for itself and its right-hand neighbor. */
  laundering: number;
};

/** Everything a shard needs, as plain JSON data. */
export type SimulationPlan = {
  engineVersion: string;
  configurationHash: string;
  seed: string;
  preset: PresetName;
  country: string;
  currency: string;
  startDate: string;
  endDate: string;
  amlRate: number;
  idPrefix: string;
  customers: number;
  accounts: number;
  transactions: number;
  laundering: number;
  configuration: Configuration;
  cells: CellPlan[];
};

const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** Eight letters and digits of Crockford's alphabet, 40 bits of the hash. */
export function prefixFrom(hash: string): string {
  let rest = Number.parseInt(hash.slice(0, 10), 16);
  let text = '';
  for (let i = 0; i < 8; i++) {
    text += ALPHABET[rest % 32];
    rest = Math.floor(rest / 32);
  }
  return text;
}

function checkCount(name: string, value: number): void {
  if (!Number.isSafeInteger(value) || value < 0 || value > 1_000_000_000) {
    throw new SimulationRequestError(`${name} must be a whole number from 0 to 1000000000`);
  }
}

function windowOf(request: SimulationRequest, configuration: Configuration): [number, number] {
  try {
    const usual = parseIsoDate(configuration.window.end);
    const given = request.startDate === undefined ? usual : parseIsoDate(request.startDate);
    // A start after the preset's year begins a year of its own.
    const late = given > usual ? given + 364 : usual;
    const end = request.endDate === undefined ? late : parseIsoDate(request.endDate);
    let start = parseIsoDate(request.startDate ?? configuration.window.start);
    if (request.startDate === undefined && request.endDate !== undefined) start = end - 364;
    if (request.startDate === undefined && request.accounts > 0) {
      const months = request.transactions / request.accounts / configuration.rowsPerAccountMonth;
      start = Math.max(start, end + 1 - Math.max(31, Math.ceil(months * 30.5)));
    }
    if (end < start) throw new RangeError('the end date lies before the start date');
    if (end - start > 3660) throw new RangeError('the window is longer than ten years');
    return [start, end];
  } catch (error) {
    throw new SimulationRequestError(error instanceof Error ? error.message : String(error));
  }
}

/** Exactly round(rate x n) from 10,000 rows on; below, rounded up to one whole scheme from 200 rows. */
function launderingRows(transactions: number, rate: number): number {
  if (rate === 0) return 0;
  const exact = Math.round(transactions * rate);
  if (transactions >= 10_000 || exact >= SMALLEST_SCHEME) return exact;
  return transactions >= 200 ? SMALLEST_SCHEME : 0;
}

/** floor(total x done / whole) without overflow: cumulative shares that add up to the total. */
const shareOf = (total: number, done: number, whole: number): number =>
  whole === 0 ? 0 : Number((BigInt(total) * BigInt(done)) / BigInt(whole));

function cellsOf(request: SimulationRequest, laundering: number): CellPlan[] {
  const { customers, accounts, transactions } = request;
  const count = Math.max(1, Math.ceil(customers / CUSTOMERS_PER_CELL));
  const schemeCount = Math.min(count, Math.max(1, Math.floor(laundering / ROWS_OF_A_SCHEME)));
  const cells: CellPlan[] = [];
  for (let i = 0; i < count; i++) {
    const cut = (total: number, index: number) => shareOf(total, index, count);
    const firstCustomer = cut(customers, i);
    const firstAccount = cut(accounts, i);
    const firstTransaction = shareOf(transactions, firstAccount, accounts);
    const endTransaction = shareOf(transactions, cut(accounts, i + 1), accounts);
    const nth = shareOf(schemeCount, firstTransaction, transactions);
    const last = shareOf(schemeCount, endTransaction, transactions);
    cells.push({
      firstCustomer,
      customers: cut(customers, i + 1) - firstCustomer,
      firstAccount,
      accounts: cut(accounts, i + 1) - firstAccount,
      firstTransaction,
      transactions: endTransaction - firstTransaction,
      laundering: shareOf(laundering, last, schemeCount) - shareOf(laundering, nth, schemeCount),
    });
  }
  return cells;
}

/**
 * Turns a request into a plan: pure data from which any cell can be made by anyone, alone, in any order.
 *
 * @throws SimulationRequestError where the request can't be met
 */
export function plan(request: SimulationRequest): SimulationPlan {
  checkCount('customers', request.customers);
  checkCount('accounts', request.accounts);
  checkCount('transactions', request.transactions);
  if (request.accounts > 0 && request.customers === 0) {
    throw new SimulationRequestError('accounts need at least one customer');
  }
  if (request.transactions > 0 && request.accounts === 0) {
    throw new SimulationRequestError('transactions need at least one account');
  }
  if (request.seed < 0n || request.seed > 0xffffffffffffffffn) {
    throw new SimulationRequestError('seed must be an unsigned 64-bit integer');
  }
  const amlRate = request.amlRate ?? 0.001;
  if (!(amlRate >= 0 && amlRate <= 0.2)) {
    throw new SimulationRequestError('the laundering rate must lie between 0 and 0.2');
  }
  const preset = presets[request.preset];
  if (preset === undefined) {
    throw new SimulationRequestError(
      `unknown preset "${request.preset}"; there are ${Object.keys(presets).join(', ')}`,
    );
  }
  // A preset is checked by its test, not by each batch.
  const configuration =
    request.configuration === undefined ? preset : configurationSchema.parse(request.configuration);
  const country = request.country ?? configuration.country;
  if (!configuration.countries.includes(country) || countries[country] === undefined) {
    throw new SimulationRequestError(
      `${configuration.title} works in ${configuration.countries.join(', ')}, not in ${country}`,
    );
  }
  const [start, end] = windowOf(request, configuration);
  const laundering = launderingRows(request.transactions, amlRate);
  const { customers, accounts, transactions } = request;
  const seed = request.seed.toString();
  const facts = { country, startDate: formatIsoDate(start), endDate: formatIsoDate(end), amlRate };
  const configurationHash = canonicalHash({ engineVersion, configuration, ...facts });
  return {
    engineVersion,
    configurationHash,
    seed,
    preset: request.preset,
    currency: countries[country].currency,
    ...facts,
    idPrefix:
      request.idPrefix ??
      prefixFrom(canonicalHash({ configurationHash, seed, customers, accounts, transactions })),
    customers,
    accounts,
    transactions,
    laundering,
    configuration,
    cells: cellsOf(request, laundering),
  };
}
