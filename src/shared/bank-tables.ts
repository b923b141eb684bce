/** The bank's tables, in the order of their references: what is generated, browsed and queried. */
export const BANK_TABLES = ['customers', 'accounts', 'transactions'] as const;
export type BankTable = (typeof BANK_TABLES)[number];

/** 'customers, accounts or transactions', for a sentence. */
export const bankTableList = (conjunction: 'and' | 'or'): string =>
  `${BANK_TABLES.slice(0, -1).join(', ')} ${conjunction} ${BANK_TABLES.at(-1)}`;
