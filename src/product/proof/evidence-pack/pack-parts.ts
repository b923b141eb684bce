import { DOCUMENTS } from '../batch-documents.ts';

export const PACK_INDEX = 'pack.json';
export const PACK_FORMAT = 'sandbox-evidence-pack/1';

export const LOG_PARTS = {
  checkpoint: 'log/checkpoint',
  timestamp: `log/${DOCUMENTS.timestamp}`,
  entries: 'log/entries.jsonl',
  keys: DOCUMENTS.keys,
} as const;
