import type { CaseRow } from './case-rows.ts';

const MAX_NODES = 200;
const MAX_TRANSFERS = 400;

type Transfer = {
  /** Indexes into the accounts. */
  from: number;
  to: number;
  at: number | null;
  amount: number | null;
  /** Rows of the file, from 1: two if both accounts show the transfer. */
  rows: number[];
  flagged: boolean;
};

/** Accounts, the subject first, and the transfers between them in order of time. */
export type CaseNetwork = { accounts: string[]; transfers: Transfer[]; omitted: number };

type Named = Omit<Transfer, 'from' | 'to'> & { from: string; to: string };

/** Turns rows into transfers: with signed amounts, a positive one comes in. */
function namedTransfers(rows: readonly CaseRow[], flagged: ReadonlySet<number>): Named[] {
  const isSigned = rows.some(({ amount }) => amount !== null && amount < 0);
  const open = new Map<string, Named[]>();
  const list: Named[] = [];
  for (const { row, at, amount, owner, counterparty } of rows) {
    if (owner === '' || counterparty === '' || owner === counterparty) continue;
    const isIncoming = isSigned && amount !== null && amount > 0;
    const [from, to] = isIncoming ? [counterparty, owner] : [owner, counterparty];
    const side = (incoming: boolean) => `${from} ${to} ${at} ${Math.abs(amount ?? 0)} ${incoming}`;
    // Two rows of one transfer: same ends, time and size, opposite signs.
    const twin = isSigned ? open.get(side(!isIncoming))?.shift() : undefined;
    if (twin !== undefined) {
      twin.rows.push(row);
      twin.flagged ||= flagged.has(row);
      continue;
    }
    const size = amount === null ? null : Math.abs(amount);
    const transfer = { from, to, at, amount: size, rows: [row], flagged: flagged.has(row) };
    list.push(transfer);
    const key = side(isIncoming);
    open.set(key, [...(open.get(key) ?? []), transfer]);
  }
  return list;
}

/**
 * Draws the network of a case from rows of its accounts. Transfers of patterns and flagged rows come
 * first, then the largest of the subject, as far as 200 accounts and 400 transfers allow.
 *
 * @param rows in order of time
 * @param central rows of the case's patterns and flagged rows
 */
export function caseNetwork(
  rows: readonly CaseRow[],
  {
    subject,
    flagged,
    central,
  }: { subject: string; flagged: ReadonlySet<number>; central: ReadonlySet<number> },
): CaseNetwork {
  const all = namedTransfers(rows, flagged);
  const isCentral = (transfer: Named) => transfer.rows.some((row) => central.has(row));
  const ranked = all
    .filter((each) => isCentral(each) || each.from === subject || each.to === subject)
    .sort(
      (a, b) => Number(isCentral(b)) - Number(isCentral(a)) || (b.amount ?? 0) - (a.amount ?? 0),
    );
  const places = new Map([[subject, 0]]);
  const taken = new Set<Named>();
  for (const transfer of ranked) {
    const fresh = [transfer.from, transfer.to].filter((name) => !places.has(name));
    if (taken.size === MAX_TRANSFERS || places.size + fresh.length > MAX_NODES) continue;
    for (const name of fresh) places.set(name, places.size);
    taken.add(transfer);
  }
  return {
    accounts: [...places.keys()],
    transfers: all.flatMap((transfer) =>
      taken.has(transfer)
        ? [{ ...transfer, from: places.get(transfer.from)!, to: places.get(transfer.to)! }]
        : [],
    ),
    omitted: ranked.length - taken.size,
  };
}
