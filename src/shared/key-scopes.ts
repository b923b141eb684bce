/** Rights of an API key, in the order that pages and errors list them. */
export const KEY_SCOPES = ['read', 'generate', 'ingest', 'export', 'reset', 'truth'] as const;
export type KeyScope = (typeof KEY_SCOPES)[number];

export const SCOPE_HINTS: Record<KeyScope, string> = {
  read: 'Read rows of the selected tables',
  generate: 'Generate batches and follow their runs',
  ingest: 'Upload files',
  export: 'Download batches',
  reset: 'Create, reset and delete environments; delete batches',
  truth: 'Read the ground truth of simulated batches, and score alerts against it',
};

/** Requests per minute. */
export const DEFAULT_KEY_RATE = 3000;
export const MAX_KEY_RATE = 60_000;
