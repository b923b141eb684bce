import type { Amount } from '../amount.ts';
import type { MovementKind } from './codes.ts';

export type WrittenAccount = {
  number: string;
  /** Name of the account in formats that its number is too long for. */
  id: string;
  bank: string | null;
  holder: string | null;
  type: string | null;
  currency: string;
};

export type WrittenEntry = {
  id: string;
  /** YYYY-MM-DD, optionally with a time in UTC. */
  booked: string;
  valueDate: string;
  amount: Amount;
  counterpartyName: string | null;
  counterpartyAccount: string | null;
  counterpartyBank: string | null;
  description: string | null;
  reference: string | null;
  kind: MovementKind | null;
  /** Channel: ACH, SEPA, WIRE …; null if the source has none. */
  channel: string | null;
  code: string | null;
};

/** Entries of one account within one period: opening + entries = closing. */
export type WrittenStatement = {
  account: WrittenAccount;
  number: number;
  from: string;
  to: string;
  opening: Amount;
  entries: WrittenEntry[];
  closing: Amount;
};

export type FileTotals = {
  statements: number;
  entries: number;
  sum: Amount;
  from: string;
  to: string;
};

export type StatementWriter = {
  /** True if the head needs the totals and is therefore requested last. */
  headNeedsTotals: boolean;
  head: (totals: FileTotals) => string;
  statement: (statement: WrittenStatement) => string;
  tail: (totals: FileTotals) => string;
};

export type WrittenFormat = {
  period: 'month' | 'day';
  takes: (account: WrittenAccount, entry: WrittenEntry) => boolean;
  leavesOut: string | null;
  create: (file: { name: string; created: string }) => StatementWriter;
};
