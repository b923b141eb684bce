const MEGABYTE = 1024 * 1024;
const GIGABYTE = 1024 * MEGABYTE;

/** Size of an uploaded data file; also enforced by the bucket `ingested_data`. */
export const MAX_UPLOAD_BYTES = 500 * MEGABYTE;
export const MAX_UPLOAD_CELLS = 250_000_000;
export const MAX_LINKED_TABLES = 50;
export const MAX_LINKED_BYTES = 2 * GIGABYTE;
/** Total rows of linked tables, for training and sampling: they are in memory at once. */
export const MAX_LINKED_ROWS = 2_000_000;
/** CPU seconds for reading one file; independent of the machine's load. */
export const MAX_UPLOAD_PROCESSOR_SECONDS = 300;
export const MAX_EVIDENCE_BYTES = 10 * MEGABYTE;

/** Bytes of a chosen file that the browser sends to detect its columns before the upload. */
export const MAX_INSPECTED_BYTES = MEGABYTE;

export const MAX_EMAIL_LENGTH = 255;
/** Minimum password lengths, by who sets the password; sign-in forms have their own. */
export const MIN_PASSWORD_LENGTH = 6;
export const MIN_SIGN_IN_PASSWORD_LENGTH = 8;
export const MIN_SUPERADMIN_PASSWORD_LENGTH = 10;
export const MAX_PASSWORD_LENGTH = 72;
export const MAX_ORGANIZATION_NAME_LENGTH = 200;
export const MAX_ORGANIZATION_DOMAIN_LENGTH = 255;
export const MAX_API_KEY_NAME_LENGTH = 100;

export const MAX_PATTERN_DAYS = 3660;

export const MAX_GENERATED_ROWS = 10_000_000;
export const TRANSACTIONS_PER_ACCOUNT = 10;
/** Rows of a simulated batch generated in shards, available only as Parquet. */
export const MAX_SHARDED_ROWS = 1_000_000_000;
export const MAX_SHARDS = 1000;
export const MAX_WAIT_HOURS = 168;
/** Rows of a rebalanced batch, which is entirely in memory. */
export const MAX_REBALANCED_ROWS = 1_000_000;
export const MAX_PROPOSED_ROWS = 100_000;
/** Rows of a batch that can be paged through; the file contains all rows. */
export const MAX_BROWSED_ROWS = 100_000;
export const MAX_BATCH_NAME_LENGTH = 120;
/** Customers of a full batch, not counting accounts and transactions. */
export const MAX_FULL_BATCH_CUSTOMERS = 80_000_000;
/** Customers of a simulated environment: 1.2 million rows. */
export const MAX_ENVIRONMENT_CUSTOMERS = 100_000;
export const MAX_ENVIRONMENT_HOURS = 8760;
export const MAX_ADVANCE_DAYS = 366;
/** Webhooks of one organization. */
export const MAX_WEBHOOKS = 20;
/** Rows that one advance adds; more days take several calls. */
export const MAX_ADVANCE_ROWS = 200_000;
/** Rows up to which a call waits for its batch; larger requests return a run to poll. */
export const SYNC_GENERATION_ROWS = 10_000;
/** Rows of a book up to which a call waits for it. */
export const SYNC_BOOK_ROWS = 300_000;
export const MAX_BLENDED_ROWS = 250_000;
/** Rows of one analysis, held in memory. Larger datasets are sampled, and the result reports it. */
export const MAX_ANALYZED_ROWS = 10_000_000;
/** Rows that are always analyzed in full; beyond, available memory decides. */
export const ALWAYS_ANALYZED_ROWS = 2_000_000;
export const SYNC_ANALYSIS_ROWS = 100_000;
export const MAX_CASES = 5000;
/** Rows per read; larger ones need the batch's file. */
export const MAX_READ_ROWS = 50_000;
/** Bytes of one answer of the data endpoint; `MAX_ANSWER_BYTES` in the environment changes it. */
export const MAX_ANSWER_BYTES = 64 * MEGABYTE;
export const MAX_PACK_ENTRIES = 200_000;
export const MAX_PACK_BATCHES = 200;
export const MAX_QUERY_ROWS = 1000;
/** Rows and seconds of reading of an API key in a minute, all its requests together. */
export const MAX_KEY_ROWS = 3_000_000;
export const MAX_KEY_READ_SECONDS = 60;
export const DEFAULT_QUERY_ROWS = 100;
export const PREVIEW_ROWS = 50;
export const MAX_PREVIEW_BYTES = 2 * MEGABYTE;
export const EXPLORER_ROWS = 100;

export const DEFAULT_COUNTS = {
  customers: 100,
  accounts: 100,
  transactions: 1000,
  full: 100,
} as const;
export const DEFAULT_COUNT_FROM_UPLOAD = 50;

export const sizeLimit = (bytes: number): string =>
  bytes % GIGABYTE === 0 ? `${bytes / GIGABYTE}GB` : `${bytes / MEGABYTE}MB`;

/** Largest epsilon of a calibration: of the budget of a source, 3 costs three quarters in zCDP. */
export const MAX_CALIBRATION_EPSILON = 3;

/** Rows of a dataset that a calibration holds in memory at a time. */
export const MAX_CALIBRATION_ROWS = 1_000_000;
