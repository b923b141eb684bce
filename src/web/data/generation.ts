import { isBookPreset } from '../../shared/institutions.ts';
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
) =>
  callFunction<Generated>(`generate-${entity}`, {
    // Each book has a usual size of its own.
    ...(entity === 'full' && isBookPreset(settings.preset)
      ? {}
      : { count: DEFAULT_COUNTS[entity] }),
    ...settings,
  });
