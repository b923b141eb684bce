import type { ColumnRoles, Role } from '../../meaning/events/column-roles.ts';
import { DAY } from '../../table/datetime-form.ts';
import type { Column, Table } from '../../table/table.ts';
import { upperMedian } from '../../table/upper-median.ts';
import { radixSort, sortedRows } from '../arrays/ranked-column.ts';
import { type Codes, codesOf } from './codes.ts';

export type Ledger = {
  rows: number;
  table: Table;
  roles: ColumnRoles;
  column: (role: Role) => Column | undefined;
  codes: (role: Role) => Codes | undefined;
  /** Amounts as in the file; null without an amount column. */
  amounts: Float64Array | null;
  /** log10 of absolute amounts, minus the currency's median if there are several currencies. */
  sizes: Float64Array | null;
  /** Milliseconds. */
  time: Float64Array | null;
  /** True if times differ within a day. */
  hasHours: boolean;
  owner: Codes | null;
  ownerNoun: string;
  /** 1 for rows confirmed as fraud, which are excluded from usual behavior. */
  confirmed: Uint8Array | null;
  /** Rows by owner, time, then content; rows without owner or time are excluded. */
  history: Uint32Array | null;
  /** Returns a row's position in the history; -1 if it is not in it. */
  placeOf: (row: number) => number;
};

export type LedgerWithHistory = Ledger & { time: Float64Array; owner: Codes; history: Uint32Array };

export const hasHistory = (ledger: Ledger): ledger is LedgerWithHistory =>
  ledger.time !== null && ledger.owner !== null && ledger.history !== null;

export type LedgerWithAmounts = LedgerWithHistory & { amounts: Float64Array; sizes: Float64Array };

export const hasAmounts = (ledger: Ledger): ledger is LedgerWithAmounts =>
  hasHistory(ledger) && ledger.amounts !== null && ledger.sizes !== null;

function placesIn(history: Uint32Array | null, rows: number): (row: number) => number {
  let places: Int32Array | null = null;
  return (row) => {
    if (places === null) {
      const table = new Int32Array(rows).fill(-1);
      history?.forEach((entry, place) => {
        table[entry] = place;
      });
      places = table;
    }
    return places[row];
  };
}

/** Returns times in ms; numbers count as milliseconds, seconds or days by their magnitude. */
export function timesOf(column: Column): Float64Array | null {
  if (column.kind === 'datetime') return column.values;
  if (column.kind === 'category') return null;
  let most = Number.NEGATIVE_INFINITY;
  for (const value of column.values) if (value > most) most = value;
  const unit = most > 1e11 ? 1 : most > 1e8 ? 1000 : DAY;
  return column.values.map((value) => value * unit);
}

function sizesOf(amounts: Float64Array, currency: Codes | undefined): Float64Array {
  const sizes = amounts.map((amount) => Math.log10(Math.max(Math.abs(amount), 0.01)));
  if (currency === undefined || currency.count < 2) return sizes;
  const medians = new Float64Array(currency.count).fill(Number.NaN);
  const order = sortedRows(sizes);
  const byCurrency = Uint32Array.from(currency.codes, (code) => code + 1);
  const rows = radixSort(byCurrency, order, currency.count);
  for (let from = 0; from < rows.length; ) {
    const code = currency.codes[rows[from]];
    let to = from;
    while (to < rows.length && currency.codes[rows[to]] === code) to++;
    if (code >= 0) medians[code] = sizes[upperMedian(rows.subarray(from, to)) ?? -1];
    from = to;
  }
  return sizes.map((size, i) => size - (medians[currency.codes[i]] ?? Number.NaN));
}

function historyOf(
  owner: Codes,
  { time, id, keys }: { time: Float64Array; id: Float64Array | null; keys: Float64Array },
) {
  const timed = sortedRows(time).filter((row) => owner.codes[row] >= 0);
  const order = radixSort(
    new Uint32Array(owner.codes.buffer, owner.codes.byteOffset, owner.codes.length),
    timed,
    owner.count,
  );
  const before = (a: number, b: number) =>
    (id === null ? 0 : id[a] - id[b] || 0) || keys[a] - keys[b];
  for (let from = 0; from < order.length; ) {
    let to = from + 1;
    while (
      to < order.length &&
      time[order[to]] === time[order[from]] &&
      owner.codes[order[to]] === owner.codes[order[from]]
    )
      to++;
    if (to - from > 1) order.subarray(from, to).sort(before);
    from = to;
  }
  return order;
}

function nounOf({ account }: ColumnRoles): string {
  if (account === undefined) return 'customer';
  return /card|karte/i.test(account) && !/account|konto/i.test(account) ? 'card' : 'account';
}

/**
 * Reads a table as a ledger by its column roles.
 *
 * @param keys one number per row that depends only on its content; breaks ties
 */
export function buildLedger(table: Table, roles: ColumnRoles, keys: Float64Array): Ledger {
  const column = (role: Role) => table.columns.find(({ name }) => name === roles[role]);
  const codesByRole = new Map<Role, Codes | undefined>();
  const codes = (role: Role): Codes | undefined => {
    if (!codesByRole.has(role)) {
      const source = column(role);
      codesByRole.set(role, source && codesOf(source));
    }
    return codesByRole.get(role);
  };
  const amountColumn = column('amount');
  const amounts = amountColumn?.kind === 'number' ? amountColumn.values : null;
  const timeColumn = column('time');
  const time = timeColumn === undefined ? null : timesOf(timeColumn);
  const owner = codes('account') ?? codes('customer') ?? null;
  const idColumn = column('id');
  const id = idColumn?.kind === 'number' ? idColumn.values : null;
  const history = owner === null || time === null ? null : historyOf(owner, { time, id, keys });
  return {
    rows: table.rows,
    table,
    roles,
    column,
    codes,
    amounts,
    sizes: amounts === null ? null : sizesOf(amounts, codes('currency')),
    time,
    hasHours: time?.some((moment) => moment % DAY !== 0 && !Number.isNaN(moment)) ?? false,
    owner,
    confirmed: null,
    ownerNoun: nounOf(roles),
    history,
    placeOf: placesIn(history, table.rows),
  };
}

/** Returns the owner's rows from `place` in the history, first to last. */
export function ownerSpan(
  { history, owner }: LedgerWithHistory,
  place: number,
): { from: number; to: number } {
  const code = owner.codes[history[place]];
  let from = place;
  let to = place + 1;
  while (from > 0 && owner.codes[history[from - 1]] === code) from--;
  while (to < history.length && owner.codes[history[to]] === code) to++;
  return { from, to };
}
