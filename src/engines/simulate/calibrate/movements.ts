/** Kinds of movements of current accounts that a configuration has shares and amounts for. */
export const MOVEMENT_KINDS = [
  'purchase',
  'cash_withdrawal',
  'cash_deposit',
  'transfer_out',
  'transfer_in',
  'check',
] as const;
export type MovementKind = (typeof MOVEMENT_KINDS)[number];

/** Code of movements of another kind, such as fees and interest. */
export const OTHER = MOVEMENT_KINDS.length;

/** Movements of accounts, by row. */
export type Movements = {
  accounts: number;
  /** Account of each row, 0 to accounts - 1. */
  account: Int32Array;
  /** Local days since 1970. */
  day: Int32Array;
  /** Amounts without sign, in main units. */
  amount: Float64Array;
  /** Index in `MOVEMENT_KINDS`, or `OTHER`. */
  kind: Uint8Array;
  /** Balances after the movement, in main units; null if unknown. */
  balance: Float64Array | null;
};
