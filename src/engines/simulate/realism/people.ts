import { squareRoot } from '../../random/exponential.ts';
import type { Dictionary, RowBatch } from '../rows/row-batch.ts';
import { columnOf } from './columns.ts';

/** Purchases from which an account's rhythm counts, and its most visited merchant. */
const MIN_PURCHASES = 30;
const MIN_VISITS = 90;
const MIN_PAYS = 4;
const MIN_RENTS = 11;
/** One of so many accounts has its merchants counted. */
const SAMPLED = 4;

type Account = {
  rows: number;
  volume: number;
  /** Purchases: time of the last, number, sum and squares of the gaps between them. */
  last: number;
  purchases: number;
  gaps: number;
  squares: number;
  visits: Map<number, number> | null;
  pays: number;
  pay: number;
  paySquares: number;
  rents: number;
  firstRent: number;
  rentRose: boolean;
};

const empty = (sampled: boolean): Account => ({
  rows: 0,
  volume: 0,
  last: Number.NaN,
  purchases: 0,
  gaps: 0,
  squares: 0,
  visits: sampled ? new Map() : null,
  pays: 0,
  pay: 0,
  paySquares: 0,
  rents: 0,
  firstRent: 0,
  rentRose: false,
});

/** Counts of how accounts differ; rows are counted by account of one cell at a time. */
export type People = {
  cell: (Account | undefined)[];
  fees: Map<number, number>;
  rows: number[];
  volumes: number[];
  rhythms: number[];
  tops: number[];
  pays: number[];
  rents: { counted: number; rising: number };
};

export const noPeople = (): People => ({
  cell: [],
  fees: new Map(),
  rows: [],
  volumes: [],
  rhythms: [],
  tops: [],
  pays: [],
  rents: { counted: 0, rising: 0 },
});

const variation = (count: number, sum: number, squares: number): number => {
  const mean = sum / count;
  const variance = squares / count - mean * mean;
  return variance > 0 ? squareRoot(variance) / mean : 0;
};

const median = (values: number[]): number =>
  values.length === 0 ? Number.NaN : values.sort((a, b) => a - b)[values.length >> 1];

/** Returns the Gini coefficient of amounts. */
function gini(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const total = sorted.reduce((sum, value) => sum + value, 0);
  const weighted = sorted.reduce(
    (sum, value, i) => sum + (2 * (i + 1) - sorted.length - 1) * value,
    0,
  );
  return weighted / (sorted.length * total);
}

/** Returns the burstiness of gaps (Goh and Barabasi, 2008): 0 for Poisson, -1 for a clock. */
const burstiness = (cv: number): number => (cv - 1) / (cv + 1);

const codedBy = (
  batch: RowBatch,
  name: string,
): { codes: ArrayLike<number>; dictionary: Dictionary } => {
  const column = columnOf(batch, name);
  if (column.kind !== 'dictionary') throw new TypeError(`${name}: expected a dictionary column`);
  return column;
};

const SUBJECTS = ['purchase', 'salary', 'rent', 'fee'];

function addSubject(
  account: Account,
  {
    subject,
    amount,
    seconds,
    party,
  }: { subject: number; amount: number; seconds: number; party: number },
): void {
  if (subject === 0) {
    account.purchases++;
    if (!Number.isNaN(account.last)) {
      const gap = seconds - account.last;
      account.gaps += gap;
      account.squares += gap * gap;
    }
    account.last = seconds;
    account.visits?.set(party, (account.visits.get(party) ?? 0) + 1);
  } else if (subject === 1) {
    account.pays++;
    account.pay += amount;
    account.paySquares += amount * amount;
  } else if (subject === 2) {
    if (account.rents === 0) account.firstRent = amount;
    if (amount < account.firstRent) account.rentRose = true;
    account.rents++;
  }
}

/** Share of all fees from which a size of fee counts. */
const MIN_FEE_SHARE = 0.005;

function sizesOf(fees: ReadonlyMap<number, number>): number {
  const counts = [...fees.values()];
  const total = counts.reduce((sum, n) => sum + n, 0);
  return counts.filter((n) => n >= MIN_FEE_SHARE * total).length;
}

/** Adds rows of the current cell. */
export function addRows(people: People, batch: RowBatch): void {
  const { cell, fees } = people;
  const { codes } = codedBy(batch, 'account_id');
  const type = codedBy(batch, 'type');
  const status = codedBy(batch, 'status');
  const parties = codedBy(batch, 'counterparty').codes;
  const amounts = columnOf(batch, 'amount');
  const times = columnOf(batch, 'txn_ts');
  if (amounts.kind !== 'money' || times.kind !== 'seconds') throw new TypeError('not transactions');
  const subjects = Int8Array.from(type.dictionary.strings, (text) => SUBJECTS.indexOf(text));
  const posted = status.dictionary.strings.indexOf('posted');
  for (let row = 0; row < batch.rows; row++) {
    const code = codes[row];
    const account = cell[code] ?? empty(code % SAMPLED === 0);
    cell[code] = account;
    const amount = amounts.minor[row];
    account.rows++;
    if (status.codes[row] !== posted) continue;
    account.volume += Math.abs(amount);
    const subject = subjects[type.codes[row]];
    if (subject < 0) continue;
    if (subject === 3) fees.set(amount, (fees.get(amount) ?? 0) + 1);
    addSubject(account, { subject, amount, seconds: times.values[row], party: parties[row] });
  }
}

/**
 * Ends a cell: its accounts enter the figures.
 *
 * @param current 1 for current accounts, by account code of the cell
 */
export function endCell(people: People, current: Uint8Array): void {
  for (const [code, account] of people.cell.entries()) {
    if (account === undefined) continue;
    if (current[code] === 1) {
      people.rows.push(account.rows);
      people.volumes.push(account.volume);
    }
    const { purchases, gaps, squares, visits, pays, pay, paySquares } = account;
    if (purchases >= MIN_PURCHASES)
      people.rhythms.push(burstiness(variation(purchases - 1, gaps, squares)));
    if (visits !== null && purchases >= MIN_VISITS)
      people.tops.push(Math.max(...visits.values()) / purchases);
    if (pays >= MIN_PAYS) people.pays.push(variation(pays, pay, paySquares));
    if (account.rents < MIN_RENTS) continue;
    people.rents.counted++;
    if (account.rentRose) people.rents.rising++;
  }
  people.cell = [];
}

/** Returns each figure with the number of accounts it rests on. */
export function peopleFigures({ rows, volumes, rhythms, tops, pays, rents, fees }: People) {
  const sum = rows.reduce((s, n) => s + n, 0);
  const squares = rows.reduce((s, n) => s + n * n, 0);
  const of = (values: number[]) => ({ value: median(values), accounts: values.length });
  return {
    burstiness: of(rhythms),
    rowsVariation: { value: variation(rows.length, sum, squares), accounts: rows.length },
    volumeGini: { value: gini(volumes), accounts: volumes.length },
    topMerchant: of(tops),
    payVariation: of(pays),
    rentsRising: { value: rents.rising / rents.counted, accounts: rents.counted },
    feeSizes: { value: sizesOf(fees), accounts: rows.length },
  };
}
