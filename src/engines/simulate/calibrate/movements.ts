import { MOVEMENT_KINDS } from '../../../shared/movement-kinds.ts';

export { MOVEMENT_KINDS };
export type MovementKind = (typeof MOVEMENT_KINDS)[number];

/** Code of movements of another kind, and of the bank's own ones, which have settings too. */
export const OTHER = MOVEMENT_KINDS.length;
export const BANK_KINDS = { fee: OTHER + 1, interest: OTHER + 2 } as const;

const INCOMING: readonly MovementKind[] = ['cash_deposit', 'transfer_in'];

/** Returns 1 for money that comes in, -1 for money that goes out, 0 if the kind leaves it open. */
export const directionOf = (kind: number): number => {
  if (kind === BANK_KINDS.fee) return -1;
  if (kind >= OTHER) return kind === BANK_KINDS.interest ? 1 : 0;
  return INCOMING.includes(MOVEMENT_KINDS[kind]!) ? 1 : -1;
};

/** Movements of accounts, by row. */
export type Movements = {
  accounts: number;
  /** Account of each row, 0 to accounts - 1. */
  account: Int32Array;
  /** Local days since 1970. */
  day: Int32Array;
  /** Amounts without sign, in main units. */
  amount: Float64Array;
  /** Index in `MOVEMENT_KINDS`, `OTHER`, or one of `BANK_KINDS`. */
  kind: Uint8Array;
  /** Balances after the movement, in main units; null if unknown. */
  balance: Float64Array | null;
};

/** Returns the rows of each account in order of days, as in the file within a day. */
export function rowsByAccount({ accounts, account, day }: Movements): number[][] {
  const rows = Array.from({ length: accounts }, (): number[] => []);
  account.forEach((at, row) => {
    rows[at]!.push(row);
  });
  for (const list of rows) list.sort((a, b) => day[a]! - day[b]! || a - b);
  return rows.filter((list) => list.length > 0);
}
