const MEGABYTE = 1024 * 1024;
const GIGABYTE = 1024 * MEGABYTE;

/** A file with data. The bucket `ingested_data` holds the same limit. */
export const MAX_UPLOAD_BYTES = 500 * MEGABYTE;
/** Rows times columns of a file with data. */
export const MAX_UPLOAD_CELLS = 250_000_000;
/** Tables of one set, and the bytes of their files in all. */
export const MAX_LINKED_TABLES = 50;
export const MAX_LINKED_BYTES = 2 * GIGABYTE;
/** Rows of linked tables in all, learned or drawn: they are in memory at once. */
export const MAX_LINKED_ROWS = 2_000_000;
/** Processor time that reading one file may take, whatever else the machine does. */
export const MAX_UPLOAD_PROCESSOR_SECONDS = 300;
/** A compliance document. The bucket `evidence-vault` and its table hold the same limit. */
export const MAX_EVIDENCE_BYTES = 10 * MEGABYTE;

/** Of a chosen file's beginning, by which its columns are known before it is sent. */
export const MAX_INSPECTED_BYTES = MEGABYTE;

export const MAX_EMAIL_LENGTH = 255;
/** Of a password somebody sets for an account, by who sets it; a form of sign-in asks for its own. */
export const MIN_PASSWORD_LENGTH = 6;
export const MIN_SIGN_IN_PASSWORD_LENGTH = 8;
export const MIN_SUPERADMIN_PASSWORD_LENGTH = 10;
export const MAX_PASSWORD_LENGTH = 72;
export const MAX_ORGANIZATION_NAME_LENGTH = 200;
export const MAX_ORGANIZATION_DOMAIN_LENGTH = 255;
export const MAX_API_KEY_NAME_LENGTH = 100;

/** Days within which transfers between accounts can belong to one pattern. */
export const MAX_PATTERN_DAYS = 3660;

/** Rows of one batch generated from an upload, or from scratch into the bank's tables. */
export const MAX_GENERATED_ROWS = 10_000_000;
/** Of a bank from scratch; a full batch has as many accounts as customers. */
export const TRANSACTIONS_PER_ACCOUNT = 10;
/** Rows of a batch from scratch that is made in shards, as Parquet alone. */
export const MAX_SHARDED_ROWS = 1_000_000_000;
export const MAX_SHARDS = 1000;
/** Hours that a batch waits for shards from machines outside. */
export const MAX_WAIT_HOURS = 168;
/** Rows of a batch whose values of a column have other shares: it is in memory as a whole. */
export const MAX_REBALANCED_ROWS = 1_000_000;
/** Rows that the Generate dialog proposes at most, for larger files. */
export const MAX_PROPOSED_ROWS = 100_000;
/** Rows of a batch that can be paged through; the file holds them all. */
export const MAX_BROWSED_ROWS = 100_000;
export const MAX_BATCH_NAME_LENGTH = 120;
/** Customers of a full batch: accounts and transactions come on top. */
export const MAX_FULL_BATCH_CUSTOMERS = 80_000_000;
/** Rows up to which a call waits for its batch; above, it answers at once with a run to watch. */
export const SYNC_GENERATION_ROWS = 10_000;
/** Rows of a blend: a reviewer looks at it as a whole. */
export const MAX_BLENDED_ROWS = 250_000;
/** Rows of one analysis, all of which are in memory at once; of more a sample is analyzed, and said to be. */
export const MAX_ANALYZED_ROWS = 10_000_000;
/** Rows that are analyzed in full on any machine; above, also its memory decides. */
export const ALWAYS_ANALYZED_ROWS = 2_000_000;
/** Rows up to which a call waits for its analysis. */
export const SYNC_ANALYSIS_ROWS = 100_000;
/** Cases that one batch of exceptions holds for its reviewers. */
export const MAX_CASES = 5000;
/** Rows of one read; for more, download the batch's file. */
export const MAX_READ_ROWS = 50_000;
/** What one evidence pack holds: an organization's entries of the log, and batches. */
export const MAX_PACK_ENTRIES = 200_000;
export const MAX_PACK_BATCHES = 200;
/** Rows of one sandbox query. */
export const MAX_QUERY_ROWS = 1000;
export const DEFAULT_QUERY_ROWS = 100;
/** The first rows of a dataset, kept and shown beside it. */
export const PREVIEW_ROWS = 50;
/** Rows of each table that the explorer loads. */
export const EXPLORER_ROWS = 100;

/** How many rows a call makes that names no count. */
export const DEFAULT_COUNTS = {
  customers: 100,
  accounts: 100,
  transactions: 1000,
  full: 100,
} as const;
export const DEFAULT_COUNT_FROM_UPLOAD = 50;

/** A limit of bytes as messages state it: '500MB', '2GB'. */
export const sizeLimit = (bytes: number): string =>
  bytes % GIGABYTE === 0 ? `${bytes / GIGABYTE}GB` : `${bytes / MEGABYTE}MB`;
