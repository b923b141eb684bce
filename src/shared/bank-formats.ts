import {
  type FormatFacts,
  UPLOAD_ENDINGS,
  UPLOAD_FORMATS,
  type UploadFormat,
} from './upload-formats.ts';

/**
 * Formats of statements and payments, which are recognized by their content; the endings are for file
 * choosers and downloads.
 */
const BANK = [
  {
    isText: true,
    name: 'camt.053',
    label: 'camt.053',
    endings: ['.xml'],
    mediaType: 'application/xml',
    written: true,
  },
  {
    isText: true,
    name: 'camt.052',
    label: 'camt.052',
    endings: ['.xml'],
    mediaType: 'application/xml',
    written: true,
  },
  {
    isText: true,
    name: 'camt.054',
    label: 'camt.054',
    endings: ['.xml'],
    mediaType: 'application/xml',
    written: true,
  },
  {
    isText: true,
    name: 'mt940',
    label: 'MT940',
    endings: ['.sta', '.mt940', '.940'],
    mediaType: 'text/plain',
    written: true,
  },
  {
    isText: true,
    name: 'mt942',
    label: 'MT942',
    endings: ['.mt942', '.942'],
    mediaType: 'text/plain',
    written: false,
  },
  {
    isText: true,
    name: 'ofx',
    label: 'OFX',
    endings: ['.ofx', '.qfx', '.qbo'],
    mediaType: 'application/x-ofx',
    written: true,
  },
  {
    isText: true,
    name: 'qif',
    label: 'QIF',
    endings: ['.qif'],
    mediaType: 'text/plain',
    written: false,
  },
  {
    isText: true,
    name: 'bai2',
    label: 'BAI2',
    endings: ['.bai2', '.bai'],
    mediaType: 'text/plain',
    written: true,
  },
  {
    isText: true,
    name: 'nacha',
    label: 'ACH (Nacha)',
    endings: ['.ach'],
    mediaType: 'text/plain',
    written: true,
  },
  {
    isText: true,
    name: 'pain.001',
    label: 'pain.001',
    endings: ['.xml'],
    mediaType: 'application/xml',
    written: true,
  },
  {
    isText: true,
    name: 'pain.008',
    label: 'pain.008',
    endings: ['.xml'],
    mediaType: 'application/xml',
    written: false,
  },
  {
    isText: true,
    name: 'pacs.008',
    label: 'pacs.008',
    endings: ['.xml'],
    mediaType: 'application/xml',
    written: false,
  },
] as const satisfies readonly FormatFacts[];

export type BankFormat = (typeof BANK)[number]['name'];
export type WrittenBankFormat = Extract<(typeof BANK)[number], { written: true }>['name'];

export const BANK_FORMATS: readonly BankFormat[] = BANK.map(({ name }) => name);

export const WRITTEN_BANK_FORMATS: readonly WrittenBankFormat[] = BANK.flatMap((format) =>
  format.written ? [format.name] : [],
);

/** Endings of statements and payments, some of which are plain text files. */
const BANK_ENDINGS: readonly string[] = [
  ...new Set(BANK.flatMap(({ endings }) => endings)),
  '.txt',
];

/** Endings of all files that can be uploaded, for file choosers. */
export const FILE_ENDINGS: readonly string[] = [...UPLOAD_ENDINGS, '.zip', ...BANK_ENDINGS];

export type DatasetFormat = UploadFormat | BankFormat;

export const formatFacts = (name: DatasetFormat): FormatFacts =>
  [...UPLOAD_FORMATS, ...BANK].find((format) => format.name === name)!;

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

export const formatLabel = ({ format, version }: Pick<StatementFacts, 'format' | 'version'>) =>
  version === null ? formatFacts(format).label : `${formatFacts(format).label} version ${version}`;

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
