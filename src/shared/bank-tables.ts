export const BANK_TABLES = ['customers', 'accounts', 'transactions'] as const;
export type BankTable = (typeof BANK_TABLES)[number];

/** Tables of a simulated bank beside its batches, made again for their download. */
export const SIDE_TABLES = [
  'payments',
  'agreements',
  'kyc',
  'account_owners',
  'beneficial_owners',
] as const;
export type SideTable = (typeof SIDE_TABLES)[number];

export const SIDE_TABLE_LABELS: Record<SideTable, string> = {
  payments: 'Payments',
  agreements: 'Agreements',
  kyc: 'KYC',
  account_owners: 'Account owners',
  beneficial_owners: 'Beneficial owners',
};

export const isBankTable = (name: string): name is BankTable =>
  (BANK_TABLES as readonly string[]).includes(name);

/** Columns that identify a row within a batch. */
export const BANK_KEYS: Record<BankTable, string> = {
  customers: 'customer_id',
  accounts: 'account_id',
  transactions: 'txn_id',
};

/** Joins the table names for a sentence: 'customers, accounts or transactions'. */
export const bankTableList = (conjunction: 'and' | 'or'): string =>
  `${BANK_TABLES.slice(0, -1).join(', ')} ${conjunction} ${BANK_TABLES.at(-1)}`;

/** Indexed columns: `sorted` for ranges and order, `found` for equality only. */
export const INDEXED_COLUMNS = {
  customers: { sorted: ['customer_id', 'seq'], found: ['batch_id'] },
  accounts: { sorted: ['account_id', 'customer_id', 'seq'], found: ['batch_id'] },
  transactions: { sorted: ['txn_ts'], found: ['txn_id', 'account_id', 'batch_id'] },
} as const satisfies Record<BankTable, { sorted: readonly string[]; found: readonly string[] }>;
