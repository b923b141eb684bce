import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { protectionMode } from '../../data/batch-facts.ts';
import { callFunction } from '../../data/call-function.ts';
import { type DatasetPreview, previewQuery, setDatasetRoles } from '../../data/dataset-preview.ts';
import type { Generated } from '../../data/generation.ts';
import type { BatchReport } from '../../data/reports.ts';
import { fail, notice } from '../../lib/notices.ts';
import { Button } from '../../ui/button.tsx';
import { type Fix, fixLabel, nextSteps, requestOf } from './next-steps.ts';

/** Next steps after a report: each button changes one setting and generates a new batch. */
export function WhatToDo({ loaded: { batch, report } }: { loaded: BatchReport }) {
  const isAlone = batch.entity_type !== 'table' && batch.manifest_id !== null;
  const dataset = useQuery(previewQuery(isAlone ? (batch.manifest_id ?? undefined) : undefined));
  const steps = dataset.data?.kind === 'upload' ? nextSteps(batch, report, dataset.data) : [];
  const again = useGenerateAgain({ batch, report }, dataset.data ?? null);
  if (steps.length === 0) return null;
  const spends = protectionMode(batch) === 'private';
  return (
    <section
      aria-labelledby="what-to-do"
      className="no-print border-t border-line border-l-4 border-l-action px-5 py-4"
    >
      <h2 id="what-to-do" className="text-base">
        What to do
      </h2>
      <p className="mb-3 text-xs text-ink-soft">
        {spends
          ? 'Each button opens the dataset: generating again spends privacy budget.'
          : 'Each button changes one setting and generates a new batch. This one stays.'}
      </p>
      <ul className="space-y-3">
        {steps.map(({ why, fix }) => (
          <li
            key={`${fix.kind} ${why}`}
            className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2"
          >
            <p className="min-w-0 flex-1 basis-64 wrap-anywhere">{why}</p>
            <Button
              size="small"
              busy={again.isPending && again.variables === fix}
              busyLabel="Generating..."
              disabled={again.isPending && again.variables !== fix}
              onClick={() => again.mutate(fix)}
            >
              {fixLabel(fix)}
              {'column' in fix && <span className="sr-only">: {fix.column}</span>}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}

function useGenerateAgain({ batch }: BatchReport, dataset: DatasetPreview | null) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: async (fix: Fix): Promise<Generated | null> => {
      if (dataset === null) return null;
      const request = requestOf(batch);
      if (fix.kind === 'role')
        await setDatasetRoles(dataset.id, { ...dataset.roles, [fix.column]: fix.role });
      if (fix.kind === 'form' || request.mode === 'private') return null;
      return callFunction<Generated>('generate-synthetic-from-ingestion', {
        manifest_id: dataset.id,
        ...request,
        ...(fix.kind === 'mode' && { mode: fix.mode }),
        ...(fix.kind === 'rows' && { count: fix.count }),
      });
    },
    onSuccess: (made, fix) => {
      if (made !== null) {
        notice('Generation started', made.message);
        return void navigate({ to: '/reports', search: { batch: made.batchId } });
      }
      if (dataset === null) return;
      const { id } = dataset;
      void navigate({
        to: '/ingestion',
        search: fix.kind === 'form' ? { map: id } : { generate: id },
      });
    },
    onError: (error) => fail('Generation failed', error),
    onSettled: () =>
      Promise.all(
        ['datasets', 'runs', 'batches', 'counts'].map((key) =>
          queries.invalidateQueries({ queryKey: [key] }),
        ),
      ),
  });
}
