export const INSTITUTION_KINDS = ['bank', 'insurer', 'credit_union'] as const;
export type InstitutionKind = (typeof INSTITUTION_KINDS)[number];

export const BANK_PRESETS = ['us-community-bank', 'us-credit-union', 'eu-retail-bank'] as const;

type Book = {
  label: string;
  /** Tables of customers, contracts and movements, for counts and words. */
  tables: readonly [customers: string, contracts: string, movements: string];
  /** Table whose batch stands for the book: its report has the figures of the whole book. */
  main: string;
  /** Table whose rows an analysis scores. */
  analyzed: string;
  contractsPerCustomer: number;
  /** Rows of all tables for each customer, rounded up. */
  rowsPerCustomer: number;
  /** Customers of a batch if the request names no count. */
  count: number;
};

/** Books of insurers and credit unions by preset. */
export const BOOKS = {
  'motor-insurer': {
    label: 'US motor insurer',
    tables: ['policyholders', 'policies', 'claims'],
    main: 'claims',
    analyzed: 'claims',
    contractsPerCustomer: 4.4,
    rowsPerCustomer: 150,
    count: 1000,
  },
  'life-insurer': {
    label: 'US life insurer',
    tables: ['policyholders', 'policies', 'claims'],
    main: 'policies',
    analyzed: 'claims',
    contractsPerCustomer: 2,
    rowsPerCustomer: 600,
    count: 300,
  },
  'us-credit-union': {
    label: 'US credit union',
    tables: ['members', 'loans', 'postings'],
    main: 'members',
    analyzed: 'members',
    contractsPerCustomer: 2.8,
    rowsPerCustomer: 1300,
    count: 200,
  },
} as const satisfies Record<string, Book>;
export type BookPreset = keyof typeof BOOKS;

export const isBookPreset = (preset: unknown): preset is BookPreset =>
  typeof preset === 'string' && Object.hasOwn(BOOKS, preset);

/** Words for a table of a book, as in running text. */
export const tableWords = (table: string): string =>
  table.replaceAll('_', ' ').replace('charge offs', 'charge-offs');

type Institution = {
  label: string;
  /** Book of its full batch; null for a bank. */
  book: BookPreset | null;
  /** Kind of the data that it uploads. */
  data: string;
};

export const INSTITUTIONS: Record<InstitutionKind, Institution> = {
  bank: { label: 'Bank', book: null, data: 'transaction' },
  insurer: { label: 'Insurer', book: 'motor-insurer', data: 'policy and claims' },
  credit_union: {
    label: 'Credit union',
    book: 'us-credit-union',
    data: 'member and transaction',
  },
};
