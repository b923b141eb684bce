/** Formats of statements and payments that are read, as they are called everywhere. */
export const BANK_FORMATS = [
  'camt.052',
  'camt.053',
  'camt.054',
  'mt940',
  'mt942',
  'ofx',
  'qif',
  'bai2',
  'nacha',
  'pain.001',
  'pain.008',
  'pacs.008',
] as const;
export type BankFormat = (typeof BANK_FORMATS)[number];

/** Formats that batches are written in. */
export const WRITTEN_BANK_FORMATS = [
  'camt.053',
  'camt.052',
  'camt.054',
  'mt940',
  'ofx',
  'bai2',
  'nacha',
  'pain.001',
] as const satisfies readonly BankFormat[];
export type WrittenBankFormat = (typeof WRITTEN_BANK_FORMATS)[number];

/** Where in a file something stands: the line from 1, and the path of elements in XML. */
export type FilePlace = { line: number; path: string | null };

/** Totals of one kind that a file states, and how many of them are those of its entries. */
type ControlTotal = { name: string; passed: number; failed: number };

/** A total that a file states and that its entries don't have. */
export type TotalMismatch = FilePlace & { reason: string };

export type StatementTotals = {
  id: string | null;
  account: string | null;
  currency: string | null;
  opening: string | null;
  entries: number;
  closing: string | null;
};

/** What a file of statements or payments says of itself, held against its entries. */
export type StatementFacts = {
  format: BankFormat;
  version: string | null;
  statements: number;
  accounts: number;
  entries: number;
  totals: ControlTotal[];
  mismatchCount: number;
  /** The first of them. */
  mismatches: TotalMismatch[];
  /** Why statements have a balance that could not be checked. */
  unchecked: { reason: string; statements: number }[];
  /** The first statements. */
  listed: StatementTotals[];
};

/** Ends of names that such files have, for a dialog that chooses files; what they are follows from their content. */
export const BANK_FILE_ENDS =
  '.xml,.sta,.mt940,.mt942,.940,.942,.ofx,.qfx,.qbo,.qif,.bai,.bai2,.ach,.txt';

/** What a dataset's file is. */
export type DatasetFormat = 'csv' | 'parquet' | BankFormat;

/** ISO 20022 names its messages in small letters, the others are abbreviations. */
const nameOf = (format: BankFormat) => (format.includes('.') ? format : format.toUpperCase());

/** How a file's format is called, with its version where it has one. */
export const formatLabel = ({ format, version }: Pick<StatementFacts, 'format' | 'version'>) =>
  version === null ? nameOf(format) : `${nameOf(format)} version ${version}`;

/** Columns that every such file becomes, in this order. */
export const STATEMENT_COLUMNS = [
  'account',
  'account_bank',
  'statement',
  'booking_date',
  'value_date',
  'amount',
  'currency',
  'balance',
  'counterparty_name',
  'counterparty_account',
  'counterparty_bank',
  'description',
  'reference',
  'bank_reference',
  'code',
  'status',
  'details',
  'statement_details',
] as const;
export type StatementColumn = (typeof STATEMENT_COLUMNS)[number];
