import type { Amount } from '../amount.ts';
import type { MovementKind } from './codes.ts';

export type WrittenAccount = {
  /** IBAN, or the account's number in its country. */
  number: string;
  /** What names the account where its number is too long for a format. */
  id: string;
  /** BIC, or the bank's number in its country. */
  bank: string | null;
  holder: string | null;
  type: string | null;
  currency: string;
};

export type WrittenEntry = {
  id: string;
  /** YYYY-MM-DD, or with a time in UTC behind it. */
  booked: string;
  valueDate: string;
  amount: Amount;
  counterpartyName: string | null;
  counterpartyAccount: string | null;
  counterpartyBank: string | null;
  description: string | null;
  reference: string | null;
  kind: MovementKind | null;
  /** How it was ordered: ACH, SEPA, WIRE …; null where the source does not say. */
  channel: string | null;
  /** The code of the source, where it has one. */
  code: string | null;
};

/** The entries of one account within one period: opening + entries = closing. */
export type WrittenStatement = {
  account: WrittenAccount;
  /** Counts the account's statements from 1. */
  number: number;
  /** First and last day. */
  from: string;
  to: string;
  opening: Amount;
  entries: WrittenEntry[];
  closing: Amount;
};

/** Of one file, when all its statements are known. */
export type FileTotals = {
  statements: number;
  entries: number;
  sum: Amount;
  from: string;
  to: string;
};

/** Writes the statements of one file, one after another. */
export type StatementWriter = {
  /** Whether what stands first needs the totals: then it is asked for last. */
  headNeedsTotals: boolean;
  head: (totals: FileTotals) => string;
  statement: (statement: WrittenStatement) => string;
  tail: (totals: FileTotals) => string;
};

/** What of a batch a format takes, and how. */
export type WrittenFormat = {
  extension: string;
  contentType: string;
  /** A statement for each of these. */
  period: 'month' | 'day';
  /** Which entries it can carry. */
  takes: (account: WrittenAccount, entry: WrittenEntry) => boolean;
  /** What it leaves out, for the user who exports. */
  leavesOut: string | null;
  create: (file: { name: string; created: string }) => StatementWriter;
};
