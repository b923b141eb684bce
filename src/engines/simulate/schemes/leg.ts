/** Planned row on one account. `scheme` is empty for payrolls and rents between cells. */
export type Leg = {
  /** Index of the local day, and the local second. */
  day: number;
  second: number;
  account: number;
  /** Other account of the same cell; -1 for a party or an account of another cell. */
  other: number;
  party: number;
  amount: number;
  /** Change of the account's reserve: positive for money to pass on, negative when passed on. */
  hold: number;
  kind: number;
  channel: number;
  scheme: string;
  typology: string;
  role: string;
  hop: number;
  /** Number of the leg within its scheme, and of the leg whose money it passes on (0 for none). */
  leg: number;
  source: number;
  laundering: boolean;
  reference: string;
  /** Facts of a case of fraud or its look-alike; null for planned legs that are always funded. */
  incident: {
    /** Kind of fraud; '' for look-alikes. */
    fraud: string;
    /** Device code, -1 for the customer's own. */
    device: number;
    signals: string;
    /** Loss per unit of the amount: 1 lost, -1 recovered, 0 neither. */
    loss: number;
    /** True for payments that take what the account has if it has less. */
    adapts: boolean;
    /** Leg that must have been posted, or this one is left out. */
    after: Leg | null;
  } | null;
};
