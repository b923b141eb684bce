import { DOCUMENTS } from '../batch-documents.ts';

/** The list of a pack's files, and the form of that list. */
export const PACK_INDEX = 'pack.json';
export const PACK_FORMAT = 'sandbox-evidence-pack/1';

/** Names of the parts of the log in a pack. */
export const LOG_PARTS = {
  checkpoint: 'log/checkpoint',
  timestamp: `log/${DOCUMENTS.timestamp}`,
  entries: 'log/entries.jsonl',
  keys: DOCUMENTS.keys,
} as const;
