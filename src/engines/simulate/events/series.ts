import { isRare, rules } from './buffers.ts';
import { type Kind, kindCode } from './kinds.ts';
import type { Detail } from './payments/detail.ts';

/** Bookings of one kind on several days, with one amount for all or one for each. */
export type Series = {
  days: number[];
  amounts: number[];
  kind: number;
  account: number;
  pair: number;
  party: number;
  rule: number;
  second: number;
  rows: number;
  stops: number;
  /** Row of `payments` of each booking: the mandate or standing order. */
  detail: Detail | null;
};

export function series(
  kind: Kind,
  {
    account,
    days,
    amounts,
    second,
    to,
    pair = -1,
    rule = rules.due,
  }: {
    account: number;
    days: number[];
    amounts: number[];
    second: number;
    to: number;
    pair?: number | undefined;
    rule?: number | undefined;
  },
): Series {
  const rows = isRare(rule) ? 0 : pair >= 0 ? 2 : 1;
  const code = kindCode[kind];
  return {
    days,
    amounts,
    kind: code,
    account,
    pair,
    party: to,
    rule,
    second,
    rows,
    stops: 2147483647,
    detail: null,
  };
}
