/** One planned movement: one row on one account. `scheme` is empty for payrolls and rents between cells. */
export type Leg = {
  /** Index of the local day, and the local second. */
  day: number;
  second: number;
  account: number;
  /** The other account of the same cell, -1 for a party or for an account of another cell. */
  other: number;
  party: number;
  amount: number;
  /** Change of what the account keeps back: plus when it must pass money on, minus when it does. */
  hold: number;
  kind: number;
  channel: number;
  scheme: string;
  typology: string;
  role: string;
  hop: number;
  /** Number of the leg within its scheme, and of the one whose money it passes on (0 for none). */
  leg: number;
  source: number;
  laundering: boolean;
};
