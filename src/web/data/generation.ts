import { DEFAULT_COUNTS } from '../../shared/limits.ts';
import { callFunction } from './call-function.ts';

export type GenerateEntity = keyof typeof DEFAULT_COUNTS;

export type Generated = {
  status: 'completed' | 'queued';
  batchId: string;
  runId?: string;
  records?: number;
  message?: string;
};

export const generate = (
  entity: GenerateEntity,
  settings: { count?: number; [key: string]: unknown } = {},
) => callFunction<Generated>(`generate-${entity}`, { count: DEFAULT_COUNTS[entity], ...settings });
