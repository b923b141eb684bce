import { type RowOf, table } from './tables.ts';

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
type Posting<A extends string> = { day: number; reference: string; legs: readonly Leg<A>[] };

/** Double-entry journal of a cell. Amounts are minor units, debits above zero. */
export type Ledger<A extends string> = {
  /** Books legs that sum to 0, later than `last` not at all; zero legs are left out. */
  post: (day: number, reference: string, legs: readonly Leg<A>[]) => void;
  /** Sum of an account's bookings. */
  balance: (account: A) => number;
  /** Sum of all accounts: 0. */
  imbalance: () => number;
  /** Postings in order of date. */
  postings: () => readonly Posting<A>[];
  /** Rows in order of date, with posting ids that begin with `prefix`. */
  rows: (prefix: string) => RowOf<typeof ledgerTable>[];
};

export function ledgerUntil<A extends string>(last: number): Ledger<A> {
  const postings: Posting<A>[] = [];
  const balances = new Map<A, number>();
  const post: Ledger<A>['post'] = (day, reference, legs) => {
    if (day > last) return;
    let sum = 0;
    for (const [, amount] of legs) sum += amount;
    if (sum !== 0) throw new RangeError(`the posting of ${reference} is off by ${sum}`);
    const booked = legs.filter(([, amount]) => amount !== 0);
    if (booked.length === 0) return;
    for (const [account, amount] of booked)
      balances.set(account, (balances.get(account) ?? 0) + amount);
    postings.push({ day, reference, legs: booked });
  };
  const inOrder = () => postings.sort((a, b) => a.day - b.day);
  const rows: Ledger<A>['rows'] = (prefix) =>
    inOrder().flatMap(({ day, reference, legs }, i) =>
      legs.map(([account, amount]) => ({
        posting_id: prefix + String(i + 1).padStart(7, '0'),
        booked_on: day,
        account,
        amount,
        reference,
      })),
    );
  return {
    post,
    balance: (account) => balances.get(account) ?? 0,
    postings: inOrder,
    imbalance: () => [...balances.values()].reduce((sum, amount) => sum + amount, 0),
    rows,
  };
}
