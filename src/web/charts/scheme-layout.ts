import type { DrawnScheme } from '../../shared/contracts/batches.ts';

/** Parties outside the bank by the first letter of their ids. */
const OUTSIDE: Readonly<Record<string, string>> = {
  B: 'Branches',
  K: 'Cash machines',
  X: 'Persons elsewhere',
  F: 'Firms elsewhere',
  Y: 'Abroad',
  Z: 'Crypto exchanges',
  M: 'Merchants',
  G: 'Agencies',
};
const ACCOUNT = 'A';
const LETTERS = 5;
/** Rows of a transfer inside the bank are booked within this many milliseconds. */
const SAME = 2000;

/** Movement of money between two lanes; `x` is the time from 0 to 1, `size` from 0 to 1. */
type SchemeMark = { x: number; from: number; to: number; size: number; amount: number; at: string };
export type SchemeLayout = { lanes: string[]; marks: SchemeMark[]; first: string; last: string };

const laneOf = (id: string): string =>
  id[0] === ACCOUNT ? `Account …${id.slice(-LETTERS)}` : (OUTSIDE[id[0] ?? ''] ?? 'Others');

/** Arranges a scheme: a lane for each account and each sort of outside party, movements by time. */
export function schemeLayout({ rows }: DrawnScheme): SchemeLayout {
  const timed = rows
    .map((row) => ({ ...row, time: Date.parse(row.at) }))
    .toSorted((a, b) => a.time - b.time);
  // Of a transfer inside the bank, the payment is drawn and the receipt is not.
  const movements = timed.filter(
    (row) =>
      row.amount < 0 ||
      !timed.some(
        (other) =>
          other.account === row.party &&
          other.party === row.account &&
          other.amount === -row.amount &&
          Math.abs(other.time - row.time) <= SAME,
      ),
  );
  const ends = movements.map(({ account, party, amount }) => {
    const [own, other] = [laneOf(account), laneOf(party)];
    return amount < 0 ? [own, other] : [other, own];
  });
  const isAccount = (lane: string) => (lane.startsWith('Account') ? 0 : 1);
  const lanes = [...new Set(ends.flat())].toSorted((a, b) => isAccount(a) - isAccount(b));
  const start = movements[0]?.time ?? 0;
  const span = (movements.at(-1)?.time ?? 0) - start || 1;
  const most = Math.max(...movements.map(({ amount }) => Math.abs(amount)));
  return {
    lanes,
    first: movements[0]?.at ?? '',
    last: movements.at(-1)?.at ?? '',
    marks: movements.map(({ time, amount, at }, i) => ({
      x: (time - start) / span,
      from: lanes.indexOf(ends[i]![0]!),
      to: lanes.indexOf(ends[i]![1]!),
      size: Math.sqrt(Math.abs(amount) / most),
      amount: Math.abs(amount),
      at,
    })),
  };
}
