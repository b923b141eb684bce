import { parseIsoDate, weekdayOf } from '../../table/civil-date.ts';
import type { SimulationPlan } from '../plan.ts';
import type { BatchColumn, Dictionary, RowBatch } from '../rows/row-batch.ts';
import { cellText } from '../rows/text-form.ts';
import type { CellOutput } from '../simulate-cells.ts';
import { BINS, type Bins, binOf, binsOf, count, type Tally } from './auc.ts';
import { codeTallies } from './held-codes.ts';
import { firstDigit } from './measures.ts';

/** Columns of few values whose power to tell laundering is measured. */
export const NAMES = [
  'channel',
  'merchant_category',
  'country',
  'mcc',
  'type',
  'status',
  'device',
] as const;

/** What a run's rows come to; of one size whatever their number. */
export type Counts = {
  offset: number;
  start: number;
  note: number;
  rows: number;
  laundering: number;
  spent: number;
  purchases: number;
  online: number;
  withdrawals: number;
  wholeNotes: number;
  salaries: number;
  weekdaySalaries: number;
  imbalance: number;
  credit: number;
  behind: number;
  digits: Float64Array;
  weekdays: Float64Array;
  tickets: Bins;
  merchants: Map<string, number>;
  columns: Map<string, Tally>;
  amounts: Bins;
  balances: Bins;
  hours: Bins;
  days: Bins;
  /** Of the cell that is passing. */
  segments: Map<string, string>;
  held: Map<string, ReturnType<typeof codeTallies>>;
};

export function countsOf(plan: SimulationPlan): Counts {
  const start = parseIsoDate(plan.startDate);
  const days = parseIsoDate(plan.endDate) - start + 3;
  const columns = new Map<string, Tally>(
    [...NAMES, 'risk_segment'].map((name) => [name, new Map()]),
  );
  const merchants = new Map<string, number>();
  const segments = new Map<string, string>();
  const into = (name: string, textOf = (text: string) => text) =>
    codeTallies((text, rows, hits) =>
      count(columns.get(name)!, { value: textOf(text), laundering: hits, rows }),
    );
  const held = new Map(NAMES.map((name) => [name as string, into(name)]));
  held.set(
    'customer_id',
    into('risk_segment', (id) => segments.get(id) ?? ''),
  );
  held.set(
    'counterparty',
    codeTallies((id, rows) => {
      if (id !== '') merchants.set(id, (merchants.get(id) ?? 0) + rows);
    }),
  );
  return {
    offset: plan.country === 'US' ? -18_000 : 3600,
    start: start - 1,
    note: plan.configuration.cash.note * 100,
    rows: 0,
    laundering: 0,
    spent: 0,
    purchases: 0,
    online: 0,
    withdrawals: 0,
    wholeNotes: 0,
    salaries: 0,
    weekdaySalaries: 0,
    imbalance: 0,
    credit: 0,
    behind: 0,
    digits: new Float64Array(10),
    weekdays: new Float64Array(7),
    tickets: binsOf(BINS),
    merchants,
    columns,
    amounts: binsOf(BINS),
    balances: binsOf(BINS),
    hours: binsOf(24),
    days: binsOf(days),
    segments,
    held,
  };
}

const columnOf = (batch: RowBatch, name: string): BatchColumn =>
  batch.columns[batch.fields.findIndex((field) => field.name === name)];

function coded(batch: RowBatch, name: string) {
  const column = columnOf(batch, name);
  if (column.kind !== 'dictionary') throw new TypeError(`${name} has no codes`);
  return column;
}

function money(batch: RowBatch, name: string): Float64Array {
  const column = columnOf(batch, name);
  if (column.kind !== 'money') throw new TypeError(`${name} is no amount`);
  return column.minor;
}

/** Ids of parties by the strings of their dictionary, an empty one for who has no name as a merchant. */
const merchantIds = new WeakMap<readonly string[], readonly string[]>();

function idsOf(parties: readonly string[], names: readonly string[]): readonly string[] {
  const known = merchantIds.get(parties) ?? parties.map((id, i) => (names[i] === '' ? '' : id));
  merchantIds.set(parties, known);
  return known;
}

function merchantsOf(parties: Dictionary, names: Dictionary): Dictionary {
  const strings = idsOf(parties.strings, names.strings);
  if (parties.base === undefined || names.base === undefined) return { strings };
  return { base: { strings: idsOf(parties.base.strings, names.base.strings) }, strings };
}

/** Amounts, times, and what depends on the type of a row: purchases, cash, pay. */
function addNumbers(c: Counts, batch: RowBatch, flagged: readonly number[]): void {
  const amounts = money(batch, 'amount');
  const balances = money(batch, 'balance_after');
  const times = columnOf(batch, 'txn_ts');
  if (times.kind !== 'seconds') throw new TypeError('txn_ts is no time');
  const { codes, dictionary } = coded(batch, 'type');
  const subject = Int8Array.from(dictionary.strings, (text) =>
    ['purchase', 'cash_withdrawal', 'salary'].indexOf(text),
  );
  const channel = coded(batch, 'channel');
  const online = channel.dictionary.strings.indexOf('ONLINE');
  const [byAmount, byBalance, byHour, byDay] = [c.amounts, c.balances, c.hours, c.days];
  let midnight = Number.NaN;
  let date = 0;
  let weekday = 0;
  const startDay = (local: number) => {
    date = Math.floor(local / 86_400);
    midnight = date * 86_400;
    weekday = weekdayOf(date);
  };
  for (let row = 0; row < batch.rows; row++) {
    const local = times.values[row] + c.offset;
    const amount = amounts[row];
    // Rows come in the order of time: few begin a day
    if (!(local >= midnight && local < midnight + 86_400)) startDay(local);
    byAmount.rows[binOf(amount)]++;
    byBalance.rows[binOf(balances[row])]++;
    byHour.rows[Math.floor((local - midnight) / 3600)]++;
    byDay.rows[date - c.start]++;
    const what = subject[codes[row]];
    if (what < 0) continue;
    if (what === 0) {
      c.purchases++;
      c.spent -= amount;
      if (channel.codes[row] === online) c.online++;
      c.digits[firstDigit(amount)]++;
      c.weekdays[weekday]++;
      c.tickets.rows[binOf(-amount)]++;
    } else if (what === 1) {
      c.withdrawals++;
      if (amount % c.note === 0) c.wholeNotes++;
    } else {
      c.salaries++;
      if (weekday < 5) c.weekdaySalaries++;
    }
  }
  c.laundering += flagged.length;
  for (const row of flagged) {
    const local = times.values[row] + c.offset;
    startDay(local);
    byAmount.hits[binOf(amounts[row])]++;
    byBalance.hits[binOf(balances[row])]++;
    byHour.hits[Math.floor((local - midnight) / 3600)]++;
    byDay.hits[date - c.start]++;
  }
}

function flaggedRows(batch: RowBatch): number[] {
  const { codes } = coded(batch, 'aml_flag');
  const rows: number[] = [];
  for (let row = 0; row < batch.rows; row++) if (codes[row] === 1) rows.push(row);
  return rows;
}

function addTransactions(c: Counts, batch: RowBatch): void {
  c.rows += batch.rows;
  const flagged = flaggedRows(batch);
  const add = (name: string, column: ReturnType<typeof coded>) =>
    c.held.get(name)!.add(column, batch.rows, flagged);
  for (const name of NAMES) add(name, coded(batch, name));
  add('customer_id', coded(batch, 'customer_id'));
  const parties = coded(batch, 'counterparty');
  const names = coded(batch, 'merchant');
  add('counterparty', {
    ...parties,
    dictionary: merchantsOf(parties.dictionary, names.dictionary),
  });
  addNumbers(c, batch, flagged);
}

/** Turns what is still held as codes into texts; to be called before anything is read. */
export function finalize(c: Counts): void {
  for (const held of c.held.values()) held.finalize();
}

/** The bins of what is ranked as a number, by name; some follow from others. */
export function numbersOf({ amounts, balances, hours, days, start }: Counts): [string, Bins][] {
  const sizes = binsOf(BINS);
  const weekdays = binsOf(7);
  for (const part of ['rows', 'hits'] as const) {
    amounts[part].forEach((n, bin) => {
      sizes[part][BINS / 2 + Math.abs(bin - BINS / 2)] += n;
    });
    days[part].forEach((n, day) => {
      weekdays[part][weekdayOf(start + day)] += n;
    });
  }
  return [
    ['amount', amounts],
    ['absolute amount', sizes],
    ['balance_after', balances],
    ['hour', hours],
    ['weekday', weekdays],
    ['day', days],
  ];
}

/** Adds one piece; pieces of a cell come one after another. */
export function addOutput(c: Counts, output: CellOutput): void {
  const { customers, accounts, transactions } = output;
  if (customers.rows > 0) {
    c.held.get('customer_id')!.finalize();
    c.segments.clear();
  }
  const [id, segment] = [columnOf(customers, 'customer_id'), columnOf(customers, 'risk_segment')];
  for (let row = 0; row < customers.rows; row++) {
    c.segments.set(cellText(id, row), cellText(segment, row));
  }
  if (transactions.rows > 0) addTransactions(c, transactions);
  if (output.ledger !== null) for (const sum of Object.values(output.ledger)) c.imbalance += sum;
  const [type, days] = [columnOf(accounts, 'account_type'), columnOf(accounts, 'days_past_due')];
  const [now, then] = [money(accounts, 'current_balance'), money(accounts, 'opening_balance')];
  for (let row = 0; row < accounts.rows; row++) {
    c.imbalance += now[row] - then[row];
    const text = cellText(type, row);
    if (text !== 'credit_card' && text !== 'loan') continue;
    c.credit++;
    if (Number(cellText(days, row)) > 0) c.behind++;
  }
}
