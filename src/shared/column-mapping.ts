/** What a column of a bank's file is for. `other` columns are taken as they are, `ignore` ones are left out. */
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

/** Roles that one column of a file has at most. */
export const SINGLE_ROLES: readonly StatementRole[] = [
  'amount',
  'debit',
  'credit',
  'direction',
  'currency',
  'balance',
];

/**
 * Which movements leave the account: amounts below zero (`signed`), above zero (`inverted`), those in the column of
 * debits (`debit-credit`), or those that a column of words says do (`direction`).
 */
export type SignRule =
  | { kind: 'signed' }
  | { kind: 'inverted' }
  | { kind: 'debit-credit' }
  | { kind: 'direction'; debit: string[]; credit: string[] };

/** What the columns of a file are for, and how its rows belong together. */
export type ColumnMapping = {
  columns: { name: string; role: StatementRole }[];
  /** Null where no column moves money. */
  sign: SignRule | null;
  /** The column that names whose movement a row is; null where the file is of one account, or of none. */
  entity: string | null;
  /** The column that orders the rows; null where the file's own order does. */
  order: string | null;
  /** Whether somebody said so, or a recipe; proposed otherwise. */
  confirmed?: boolean;
};

/** A column that is the balance before plus the movement, and in which share of the rows it is. */
export type RunningBalance = {
  column: string;
  share: number;
  /** Of the rows held against the row before those that do not follow from it; absent in datasets of before. */
  breaks?: {
    rows: number;
    checked: number;
    /** Rows and lines count from 1; no line where the file has none, or it is not known. */
    first: { row: number; line: number | null }[];
  };
};

/** The column of a role, the first where several have it. */
export const columnOf = (
  mapping: Pick<ColumnMapping, 'columns'>,
  role: StatementRole,
): string | null => mapping.columns.find((column) => column.role === role)?.name ?? null;
