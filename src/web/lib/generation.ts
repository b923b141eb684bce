import { callFunction } from './call-function.ts';

export type GenerateEntity = 'customers' | 'accounts' | 'transactions' | 'full';

export type Generated = {
  status: 'completed' | 'queued';
  batchId: string;
  runId?: string;
  records?: number;
  message?: string;
};

/** How many a press of a button makes. */
export const GENERATION_COUNTS: Record<GenerateEntity, number> = {
  customers: 100,
  accounts: 100,
  transactions: 1000,
  full: 100,
};

export const generate = (
  entity: GenerateEntity,
  settings: { count?: number; [key: string]: unknown } = {},
) =>
  callFunction<Generated>(`generate-${entity}`, { count: GENERATION_COUNTS[entity], ...settings });
