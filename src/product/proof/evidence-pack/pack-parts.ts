import { DOCUMENTS } from '../batch-documents.ts';

export const PACK_INDEX = 'pack.json';
export const PACK_FORMAT = 'sandbox-evidence-pack/2';

/** Files of a pack that its index does not list: made after the entry with the index's hash. */
export const PACK_RECEIPT = 'receipt.json';
export const PACK_PENDING = 'receipt-pending.txt';

/** Page for readers without the program. */
export const READER_PAGE = 'index.html';

export const LOG_PARTS = {
  checkpoint: 'log/checkpoint',
  timestamp: `log/${DOCUMENTS.timestamp}`,
  entries: 'log/entries.jsonl',
  keys: DOCUMENTS.keys,
} as const;
