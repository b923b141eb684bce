import type { SimulationPlan } from '../plan.ts';
import { parseDate, weekdayOf } from '../rows/civil-date.ts';
import { type BatchColumn, lookUp, type RowBatch } from '../rows/row-batch.ts';
import { cellText } from '../rows/text-form.ts';
import type { CellOutput } from '../simulate-cells.ts';
import { BINS, type Bins, binOf, binsOf, count, type Tally } from './auc.ts';
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
  declined: number;
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
  numbers: Map<string, Bins>;
  /** Of the cell that is passing. */
  segments: Map<string, string>;
};

export function countsOf(plan: SimulationPlan): Counts {
  const start = parseDate(plan.startDate);
  const days = parseDate(plan.endDate) - start + 3;
  return {
    offset: plan.country === 'US' ? -18_000 : 3600,
    start: start - 1,
    note: plan.configuration.cash.note * 100,
    rows: 0,
    laundering: 0,
    declined: 0,
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
    merchants: new Map(),
    columns: new Map([...NAMES, 'risk_segment'].map((name) => [name, new Map()])),
    numbers: new Map([
      ['amount', binsOf(BINS)],
      ['absolute amount', binsOf(BINS)],
      ['balance_after', binsOf(BINS)],
      ['hour', binsOf(24)],
      ['weekday', binsOf(7)],
      ['day', binsOf(days)],
    ]),
    segments: new Map(),
  };
}

const columnOf = (batch: RowBatch, name: string): BatchColumn =>
  batch.columns[batch.fields.findIndex((field) => field.name === name)]!;

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

/** Rows and laundering rows by the codes of a column. */
function byCode(batch: RowBatch, name: string): { bins: Bins; text: (code: number) => string } {
  const { codes, dictionary } = coded(batch, name);
  const bins = binsOf((dictionary.base?.strings.length ?? 0) + dictionary.strings.length);
  const flags = coded(batch, 'aml_flag').codes;
  for (let row = 0; row < batch.rows; row++) {
    const code = codes[row]!;
    bins.rows[code]!++;
    bins.hits[code]! += flags[row]!;
  }
  return { bins, text: (code) => lookUp(dictionary, code) };
}

function into(tally: Tally, bins: Bins, text: (code: number) => string): void {
  bins.rows.forEach((rows, code) => {
    if (rows > 0) count(tally, text(code), bins.hits[code]!, rows);
  });
}

function addNumbers(c: Counts, batch: RowBatch): void {
  const amounts = money(batch, 'amount');
  const balances = money(batch, 'balance_after');
  const flags = coded(batch, 'aml_flag').codes;
  const times = columnOf(batch, 'txn_ts');
  if (times.kind !== 'seconds') throw new TypeError('txn_ts is no time');
  const of = (name: string) => c.numbers.get(name)!;
  const [amount, size, balance] = [of('amount'), of('absolute amount'), of('balance_after')];
  const [hour, weekday, day] = [of('hour'), of('weekday'), of('day')];
  const add = (bins: Bins, bin: number, hit: number) => {
    bins.rows[bin]!++;
    bins.hits[bin]! += hit;
  };
  for (let row = 0; row < batch.rows; row++) {
    const hit = flags[row]!;
    const local = times.values[row]! + c.offset;
    const date = Math.floor(local / 86_400);
    c.laundering += hit;
    add(amount, binOf(amounts[row]!), hit);
    add(size, binOf(Math.abs(amounts[row]!)), hit);
    add(balance, binOf(balances[row]!), hit);
    add(hour, Math.floor((local - date * 86_400) / 3600), hit);
    add(weekday, weekdayOf(date), hit);
    add(day, date - c.start, hit);
  }
}

/** What depends on the type of a row: purchases, cash, pay. */
function addTypes(c: Counts, batch: RowBatch): void {
  const { codes, dictionary } = coded(batch, 'type');
  const subject = dictionary.strings.map((text) =>
    ['purchase', 'cash_withdrawal', 'salary'].indexOf(text),
  );
  const amounts = money(batch, 'amount');
  const channel = coded(batch, 'channel');
  const online = channel.dictionary.strings.indexOf('ONLINE');
  const times = columnOf(batch, 'txn_ts');
  if (times.kind !== 'seconds') return;
  for (let row = 0; row < batch.rows; row++) {
    const what = subject[codes[row]!]!;
    if (what < 0) continue;
    const amount = amounts[row]!;
    const weekday = weekdayOf(Math.floor((times.values[row]! + c.offset) / 86_400));
    if (what === 0) {
      c.purchases++;
      c.spent -= amount;
      if (channel.codes[row] === online) c.online++;
      c.digits[firstDigit(amount)]!++;
      c.weekdays[weekday]!++;
      c.tickets.rows[binOf(-amount)]!++;
    } else if (what === 1) {
      c.withdrawals++;
      if (amount % c.note === 0) c.wholeNotes++;
    } else {
      c.salaries++;
      if (weekday < 5) c.weekdaySalaries++;
    }
  }
}

function addTransactions(c: Counts, batch: RowBatch): void {
  c.rows += batch.rows;
  for (const name of NAMES) {
    const { bins, text } = byCode(batch, name);
    into(c.columns.get(name)!, bins, text);
    if (name === 'status')
      bins.rows.forEach((rows, code) => {
        if (text(code) === 'declined') c.declined += rows;
      });
  }
  const owners = byCode(batch, 'customer_id');
  into(
    c.columns.get('risk_segment')!,
    owners.bins,
    (code) => c.segments.get(owners.text(code)) ?? '',
  );
  const parties = byCode(batch, 'counterparty');
  const { dictionary } = coded(batch, 'merchant');
  parties.bins.rows.forEach((rows, code) => {
    if (rows === 0 || lookUp(dictionary, code) === '') return;
    const id = parties.text(code);
    c.merchants.set(id, (c.merchants.get(id) ?? 0) + rows);
  });
  addNumbers(c, batch);
  addTypes(c, batch);
}

/** Adds one piece; pieces of a cell come one after another. */
export function addOutput(c: Counts, output: CellOutput): void {
  const { customers, accounts, transactions } = output;
  if (customers.rows > 0) c.segments.clear();
  const [id, segment] = [columnOf(customers, 'customer_id'), columnOf(customers, 'risk_segment')];
  for (let row = 0; row < customers.rows; row++) {
    c.segments.set(cellText(id, row), cellText(segment, row));
  }
  if (transactions.rows > 0) addTransactions(c, transactions);
  if (output.ledger !== null) for (const sum of Object.values(output.ledger)) c.imbalance += sum;
  const [type, days] = [columnOf(accounts, 'account_type'), columnOf(accounts, 'days_past_due')];
  const [now, then] = [money(accounts, 'current_balance'), money(accounts, 'opening_balance')];
  for (let row = 0; row < accounts.rows; row++) {
    c.imbalance += now[row]! - then[row]!;
    if (!['credit_card', 'loan'].includes(cellText(type, row))) continue;
    c.credit++;
    if (Number(cellText(days, row)) > 0) c.behind++;
  }
}
