import type { Kind } from '../kinds.ts';
import type { Detail } from './detail.ts';

type Reasons = Readonly<Record<string, number>>;

/** Row that follows another one days later, such as the chargeback of a purchase. */
export type Life = {
  /** Kinds of rows that it follows, if posted or if declined. */
  follows: readonly Kind[];
  status: 'posted' | 'declined';
  kind: Kind;
  /** False: the amount comes back. True: it is booked once more. */
  again: boolean;
  /** Fewest and most days later; on a business day. */
  days: readonly [number, number];
  /** Relative shares of reasons with their codes, in the United States and elsewhere. */
  reasons: { us: Reasons; other: Reasons };
};

/** Planned row that follows another one. */
export type FollowUp = {
  kind: number;
  account: number;
  party: number;
  amount: number;
  second: number;
  detail: Detail;
};
