import { UPLOAD_FORMATS, type UploadFormat } from './upload-formats.ts';

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

/** Location in a file: line (from 1) and, for XML, element path. */
export type FilePlace = { line: number; path: string | null };

type ControlTotal = { name: string; passed: number; failed: number };

export type TotalMismatch = FilePlace & { reason: string };

export type StatementTotals = {
  id: string | null;
  account: string | null;
  currency: string | null;
  opening: string | null;
  entries: number;
  closing: string | null;
};

export type StatementFacts = {
  format: BankFormat;
  version: string | null;
  statements: number;
  accounts: number;
  entries: number;
  totals: ControlTotal[];
  mismatchCount: number;
  mismatches: TotalMismatch[];
  unchecked: { reason: string; statements: number }[];
  listed: StatementTotals[];
};

/** File extensions for file choosers. The format itself is detected from the content. */
export const BANK_FILE_ENDS =
  '.xml,.sta,.mt940,.mt942,.940,.942,.ofx,.qfx,.qbo,.qif,.bai,.bai2,.ach,.txt';

export type DatasetFormat = UploadFormat | BankFormat;

const tableFormat = (format: DatasetFormat) => UPLOAD_FORMATS.find(({ name }) => name === format);

/** Statements and payments are text, as are the tables of most formats. */
export const isTextFormat = (format: DatasetFormat): boolean => tableFormat(format)?.isText ?? true;

/** Names a format for users; ISO 20022 messages have lower-case names, others are abbreviations. */
export const formatName = (format: DatasetFormat): string =>
  tableFormat(format)?.label ?? (format.includes('.') ? format : format.toUpperCase());

export const formatLabel = ({ format, version }: Pick<StatementFacts, 'format' | 'version'>) =>
  version === null ? formatName(format) : `${formatName(format)} version ${version}`;

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
