import type { FilePlace } from '../../shared/bank-formats.ts';
import type { Amount } from './amount.ts';

/** Fields of a source under the format's own names. */
export type Json = string | number | boolean | null | Json[] | { [name: string]: Json };

export type Balance = { amount: Amount; currency: string | null };

export type StatementHead = {
  place: FilePlace;
  id: string | null;
  account: string | null;
  accountBank: string | null;
  currency: string | null;
  /** Null if not stated before the entries. */
  opening: Balance | null;
};

/** Entry of a statement; positive amounts are credits. */
export type Entry = {
  place: FilePlace;
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
  /** Only booked entries move the balance. */
  status: 'booked' | 'pending' | 'information';
  details: Json;
};

export type StatementEnd = {
  place: FilePlace;
  closing: Balance | null;
  /** Reason why opening and closing are not checked against the entries; null if they are. */
  unchecked: string | null;
  details: Json;
};

export type Collector = {
  open: (head: StatementHead) => void;
  entry: (entry: Entry) => void;
  close: (end: StatementEnd) => void;
  check: (total: { name: string; stated: string; found: string; place: FilePlace }) => void;
};

/** Reads a file incrementally. Errors name the line. */
export type FormatReader = { push: (text: string) => void; end: () => void };
