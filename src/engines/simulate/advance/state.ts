/** Money in cents; times in seconds and days since 1970-01-01, UTC. */
export type Movement = {
  id: string;
  account: string;
  time: number;
  /** Negative: outgoing. */
  cents: bigint;
  status: 'posted' | 'declined' | 'pending';
  type: string;
  counterparty: string;
  channel: string;
  balanceAfter: bigint | null;
  isLaundering: boolean;
  /** Further columns, copied from the movement that it repeats. */
  details: Readonly<Record<string, string | null>>;
};

export type LiveAccount = {
  id: string;
  customer: string | null;
  currency: string | null;
  type: string;
  isActive: boolean;
  isClosed: boolean;
  balance: bigint;
  /** Card line or arranged overdraft; 0 without one. */
  creditLimit: bigint;
  daysPastDue: number;
  openDay: number;
};

/** Last two occurrences of a payment that recurs. */
export type Recurring = { last: Movement; previous: Movement | null };

export type LiveState = {
  account: LiveAccount;
  series: Map<string, Recurring>;
  /** Movements that irregular ones repeat, and their number per day. */
  templates: Movement[];
  perDay: number;
  pending: Set<Movement>;
};

export const SECONDS_OF_DAY = 86_400;
export const dayOf = (time: number): number => Math.floor(time / SECONDS_OF_DAY);
