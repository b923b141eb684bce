import type { FilePlace } from '../../shared/bank-formats.ts';
import type { Amount } from './amount.ts';

/** Fields of a source under the names that the format gives them. */
export type Json = string | number | boolean | null | Json[] | { [name: string]: Json };

export type Balance = { amount: Amount; currency: string | null };

/** What a statement says before its entries. */
export type StatementHead = {
  place: FilePlace;
  id: string | null;
  account: string | null;
  accountBank: string | null;
  currency: string | null;
  /** Null where it is not stated before the entries. */
  opening: Balance | null;
};

/** One movement; amounts above zero come into the account. */
export type Entry = {
  place: FilePlace;
  /** The account and its bank where they are not those of the whole statement. */
  account?: string | null;
  accountBank?: string | null;
  bookingDate: string | null;
  valueDate: string | null;
  amount: Amount;
  currency: string | null;
  counterpartyName: string | null;
  counterpartyAccount: string | null;
  counterpartyBank: string | null;
  description: string | null;
  reference: string | null;
  bankReference: string | null;
  code: string | null;
  /** Entries that are not booked do not move the balance. */
  status: 'booked' | 'pending' | 'information';
  details: Json;
};

/** What a statement says behind its entries, or has said of their end. */
export type StatementEnd = {
  place: FilePlace;
  closing: Balance | null;
  /** Why opening and closing are not held against the entries, where they are not. */
  unchecked: string | null;
  details: Json;
};

/** Where a reader puts what it finds. */
export type Collector = {
  open: (head: StatementHead) => void;
  entry: (entry: Entry) => void;
  close: (end: StatementEnd) => void;
  /** Holds a total that the file states against what was counted. */
  check: (total: { name: string; stated: string; found: string; place: FilePlace }) => void;
};

/** Reads a file as its text comes. What it throws names the line. */
export type FormatReader = { push: (text: string) => void; end: () => void };
