import { weekdayOf } from '../../../shared/civil-date.ts';
import type { Dictionary, RowBatch } from '../rows/row-batch.ts';
import { binOf } from './auc.ts';
import { columnOf } from './columns.ts';
import { COUNTED, type Counts, NAMES, PEER_TYPES } from './counts.ts';
import { firstDigit } from './measures.ts';

function coded(batch: RowBatch, name: string) {
  const column = columnOf(batch, name);
  if (column.kind !== 'dictionary') throw new TypeError(`${name}: expected a dictionary column`);
  return column;
}

export function money(batch: RowBatch, name: string): Float64Array {
  const column = columnOf(batch, name);
  if (column.kind !== 'money') throw new TypeError(`${name}: expected an amount column`);
  return column.minor;
}

/** Party ids by dictionary strings; '' for non-merchants. */
const merchantIds = new WeakMap<readonly string[], readonly string[]>();

function idsOf(parties: readonly string[]): readonly string[] {
  const ids = merchantIds.get(parties) ?? parties.map((id) => (id.startsWith('M') ? id : ''));
  merchantIds.set(parties, ids);
  return ids;
}

function merchantsOf(parties: Dictionary): Dictionary {
  const strings = idsOf(parties.strings);
  return parties.base === undefined
    ? { strings }
    : { base: { strings: idsOf(parties.base.strings) }, strings };
}

/** Counts amounts, times, and values that depend on the row's type: purchases, cash, pay. */
function addNumbers(
  c: Counts,
  batch: RowBatch,
  { flagged, peers }: { flagged: readonly number[]; peers: Int32Array },
): void {
  const amounts = money(batch, 'amount');
  const balances = money(batch, 'balance_after');
  const times = columnOf(batch, 'txn_ts');
  if (times.kind !== 'seconds') throw new TypeError('txn_ts: expected a time column');
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
    // Rows are in time order, so few begin a day.
    if (!(local >= midnight && local < midnight + 86_400)) startDay(local);
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
  const tally = (rows: Iterable<number>, part: 'rows' | 'hits') => {
    for (const row of rows) {
      const local = times.values[row] + c.offset;
      const day = Math.floor(local / 86_400);
      byAmount[part][binOf(amounts[row])]++;
      byBalance[part][binOf(balances[row])]++;
      byHour[part][Math.floor((local - day * 86_400) / 3600)]++;
      byDay[part][day - c.start]++;
    }
  };
  tally(peers, 'rows');
  tally(flagged, 'hits');
}

function flaggedRows(batch: RowBatch): number[] {
  const { codes } = coded(batch, 'aml_flag');
  const rows: number[] = [];
  for (let row = 0; row < batch.rows; row++) if (codes[row] === 1) rows.push(row);
  return rows;
}

/** Returns the rows of types that laundering uses. */
function peersOf(batch: RowBatch): Int32Array {
  const { codes, dictionary } = coded(batch, 'type');
  const peer = Uint8Array.from(dictionary.strings, (text) => (PEER_TYPES.includes(text) ? 1 : 0));
  const rows = new Int32Array(batch.rows);
  let count = 0;
  for (let row = 0; row < batch.rows; row++) if (peer[codes[row]] === 1) rows[count++] = row;
  return rows.subarray(0, count);
}

export function addTransactions(c: Counts, batch: RowBatch): void {
  c.rows += batch.rows;
  const flagged = flaggedRows(batch);
  const add = (name: string, column: ReturnType<typeof coded>) =>
    c.tallies.get(name)!.add(column, batch.rows, flagged);
  const peers = peersOf(batch);
  for (const name of COUNTED) add(name, coded(batch, name));
  for (const name of NAMES) {
    c.tallies.get(`peer ${name}`)!.add(coded(batch, name), peers, flagged);
  }
  c.tallies.get('customer_id')!.add(coded(batch, 'customer_id'), peers, flagged);
  const parties = coded(batch, 'counterparty');
  add('counterparty', { ...parties, dictionary: merchantsOf(parties.dictionary) });
  addNumbers(c, batch, { flagged, peers });
}
