import { type BatchKind, batchTitle, contentOf, kindOf } from '../../data/batch-facts.ts';
import type { GenerationLog } from '../../data/rows.ts';

export const KIND_LABELS: Readonly<Record<BatchKind, string>> = {
  simulated: 'Simulated',
  learned: 'From an upload',
  blend: 'Blend',
};

export function filterLogs(
  logs: readonly GenerationLog[],
  filter: { typed: string; kind: BatchKind | undefined },
): readonly GenerationLog[] {
  const needle = filter.typed.trim().toLowerCase();
  return logs.filter(
    (log) =>
      (filter.kind === undefined || kindOf(log) === filter.kind) &&
      [batchTitle(log), contentOf(log), log.status, log.batch_id].some((text) =>
        text.toLowerCase().includes(needle),
      ),
  );
}
