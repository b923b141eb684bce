import type { RowBatch } from '../rows/row-batch.ts';
import { table } from './tables.ts';

export const ledgerTable = table(
  'ledger',
  {
    posting_id: 'text',
    booked_on: 'date',
    account: 'text',
    amount: 'numeric',
    reference: 'text',
  },
  { key: ['posting_id', 'account'] },
);

type Leg<A extends string> = readonly [account: A, amount: number];

/** Double-entry journal of a cell. Amounts are minor units, debits above zero. */
export type Ledger<A extends string> = {
  /** Books legs that sum to 0, later than `last` not at all; zero legs are left out. */
  post: (day: number, reference: string, legs: readonly Leg<A>[]) => void;
  /** Sum of an account's bookings. */
  balance: (account: A) => number;
  /** Sum of all accounts: 0. */
  imbalance: () => number;
  /** Visits legs in order of date. */
  eachLeg: (visit: (day: number, account: A, amount: number) => void) => void;
  /** Rows in order of date, with posting ids that begin with `prefix`. */
  batch: (prefix: string) => RowBatch;
};

/** Returns the places of days in order; places of the same day keep theirs. */
function orderOf(days: readonly number[]): Int32Array {
  let first = Number.POSITIVE_INFINITY;
  let last = 0;
  for (const day of days) {
    if (day < first) first = day;
    if (day > last) last = day;
  }
  const next = new Int32Array(days.length === 0 ? 0 : last - first + 2);
  for (const day of days) next[day - first + 1]++;
  for (let i = 1; i < next.length; i++) next[i] += next[i - 1];
  const order = new Int32Array(days.length);
  days.forEach((day, place) => {
    order[next[day - first]++] = place;
  });
  return order;
}

/** Postings and legs by column; the legs of a posting end where those of the next begin. */
type Journal<A> = {
  accounts: A[];
  days: number[];
  references: string[];
  firstLegs: number[];
  legAccounts: number[];
  legAmounts: number[];
};

function batchOfJournal(journal: Journal<string>, prefix: string): RowBatch {
  const { accounts, days, references, firstLegs, legAccounts, legAmounts } = journal;
  const rows = legAmounts.length;
  const [posting, account] = [new Int32Array(rows), new Uint8Array(rows)];
  const [booked, minor] = [new Int32Array(rows), new Float64Array(rows)];
  const order = orderOf(days);
  let row = 0;
  order.forEach((place, code) => {
    const end = firstLegs[place + 1] ?? rows;
    for (let leg = firstLegs[place]; leg < end; leg++) {
      posting[row] = code;
      booked[row] = days[place];
      account[row] = legAccounts[leg];
      minor[row] = legAmounts[leg];
      row++;
    }
  });
  const ids = Array.from(order, (_, code) => prefix + String(code + 1).padStart(7, '0'));
  const named = Array.from(order, (place) => references[place]);
  return {
    fields: ledgerTable.fields,
    columns: [
      { kind: 'dictionary', codes: posting, dictionary: { strings: ids } },
      { kind: 'days', values: booked },
      { kind: 'dictionary', codes: account, dictionary: { strings: accounts } },
      { kind: 'money', minor },
      { kind: 'dictionary', codes: posting, dictionary: { strings: named } },
    ],
    rows,
  };
}

export function ledgerUntil<A extends string>(last: number): Ledger<A> {
  const accounts: A[] = [];
  const balances: number[] = [];
  const codes = new Map<A, number>();
  const journal: Journal<A> = {
    accounts,
    days: [],
    references: [],
    firstLegs: [],
    legAccounts: [],
    legAmounts: [],
  };
  const { days, references, firstLegs, legAccounts, legAmounts } = journal;
  const codeOf = (account: A) => {
    const known = codes.get(account);
    if (known !== undefined) return known;
    codes.set(account, accounts.length);
    balances.push(0);
    return accounts.push(account) - 1;
  };
  const post: Ledger<A>['post'] = (day, reference, legs) => {
    if (day > last) return;
    const first = legAmounts.length;
    let sum = 0;
    for (const [account, amount] of legs) {
      sum += amount;
      if (amount === 0) continue;
      const code = codeOf(account);
      balances[code] += amount;
      legAccounts.push(code);
      legAmounts.push(amount);
    }
    if (sum !== 0) throw new RangeError(`the posting of ${reference} is off by ${sum}`);
    if (legAmounts.length === first) return;
    days.push(day);
    references.push(reference);
    firstLegs.push(first);
  };
  const eachLeg: Ledger<A>['eachLeg'] = (visit) => {
    for (const place of orderOf(days)) {
      const end = firstLegs[place + 1] ?? legAmounts.length;
      for (let leg = firstLegs[place]; leg < end; leg++)
        visit(days[place], accounts[legAccounts[leg]], legAmounts[leg]);
    }
  };
  return {
    post,
    balance: (account) => balances[codes.get(account) ?? -1] ?? 0,
    imbalance: () => balances.reduce((sum, amount) => sum + amount, 0),
    eachLeg,
    batch: (prefix) => batchOfJournal(journal, prefix),
  };
}
