/** The bank's tables, in the order of their references: what is generated, browsed and queried. */
export const BANK_TABLES = ['customers', 'accounts', 'transactions'] as const;
export type BankTable = (typeof BANK_TABLES)[number];

/** 'customers, accounts or transactions', for a sentence. */
export const bankTableList = (conjunction: 'and' | 'or'): string =>
  `${BANK_TABLES.slice(0, -1).join(', ')} ${conjunction} ${BANK_TABLES.at(-1)}`;

/**
 * Columns of the bank's tables that an index finds by a range and sorts by, and those that it only finds by value: a
 * large batch's rows are found by their table.
 */
export const INDEXED_COLUMNS = {
  customers: { sorted: ['customer_id', 'seq'], found: ['batch_id'] },
  accounts: { sorted: ['account_id', 'customer_id', 'seq'], found: ['batch_id'] },
  transactions: { sorted: ['txn_ts'], found: ['txn_id', 'account_id', 'batch_id'] },
} as const satisfies Record<BankTable, { sorted: readonly string[]; found: readonly string[] }>;
