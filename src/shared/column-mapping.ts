/** Column roles. `other` columns are imported unchanged, `ignore` ones are dropped. */
export const STATEMENT_ROLES = [
  'booking_date',
  'value_date',
  'amount',
  'debit',
  'credit',
  'direction',
  'currency',
  'balance',
  'description',
  'counterparty_name',
  'counterparty_account',
  'account',
  'category',
  'reference',
  'other',
  'ignore',
] as const;
export type StatementRole = (typeof STATEMENT_ROLES)[number];

export const SINGLE_ROLES: readonly StatementRole[] = [
  'amount',
  'debit',
  'credit',
  'direction',
  'currency',
  'balance',
];

/**
 * Rule that marks debits: amounts below zero (`signed`), above zero (`inverted`), a debit column
 * (`debit-credit`), or a column with debit/credit markers (`direction`).
 */
export type SignRule =
  | { kind: 'signed' }
  | { kind: 'inverted' }
  | { kind: 'debit-credit' }
  | { kind: 'direction'; debit: string[]; credit: string[] };

export type ColumnMapping = {
  columns: { name: string; role: StatementRole }[];
  sign: SignRule | null;
  /** Column that identifies the account or customer; null if the file has one account or none. */
  entity: string | null;
  /** Column that orders the rows; null for file order. */
  order: string | null;
  confirmed?: boolean | undefined;
};

/** Column equal to the previous balance plus the movement, with the share of rows where it is. */
export type RunningBalance = {
  column: string;
  share: number;
  /** Checked rows that break the running balance. Missing in datasets written by version 0.1. */
  breaks?:
    | {
        rows: number;
        checked: number;
        /** Row and line count from 1; line is null if the file has none or it is unknown. */
        first: { row: number; line: number | null }[];
      }
    | undefined;
};

export const columnOf = (
  mapping: Pick<ColumnMapping, 'columns'>,
  role: StatementRole,
): string | null => mapping.columns.find((column) => column.role === role)?.name ?? null;

/** Rules between columns that a user declares, or rejects although they were found; as sentences. */
export type DatasetRules = { declared: string[]; rejected: string[] };
