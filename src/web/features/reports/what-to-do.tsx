import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { protectionMode } from '../../data/batch-facts.ts';
import { callFunction } from '../../data/call-function.ts';
import { type DatasetPreview, previewQuery, setDatasetRoles } from '../../data/dataset-preview.ts';
import type { Generated } from '../../data/generation.ts';
import type { BatchReport } from '../../data/reports.ts';
import { generateTables } from '../../data/table-sets.ts';
import { fail, notice } from '../../lib/notices.ts';
import { Button } from '../../ui/button.tsx';
import { type Fix, fixLabel, nextSteps, requestOf, scaleFor } from './next-steps.ts';

const NO_TABLES = 'The linked tables of this batch were deleted. Upload their files again.';

/** Next steps after a report: each button changes one setting and generates a new batch. */
export function WhatToDo({ loaded: { batch, report } }: { loaded: BatchReport }) {
  const dataset = useQuery(previewQuery(batch.manifest_id ?? undefined));
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
          : batch.entity_type === 'table'
            ? 'Each button changes one setting and generates all linked tables again. This batch stays.'
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
      const again = requestOf(batch);
      if (fix.kind === 'role')
        await setDatasetRoles(dataset.id, { ...dataset.roles, [fix.column]: fix.role });
      const isDialog = fix.kind === 'form' || fix.kind === 'reading' || fix.kind === 'private';
      if (isDialog || again.request.mode === 'private') return null;
      const mode = fix.kind === 'mode' ? { mode: fix.mode } : {};
      if (again.kind === 'dataset')
        return callFunction<Generated>('generate-synthetic-from-ingestion', {
          manifest_id: dataset.id,
          ...again.request,
          ...mode,
          ...(fix.kind === 'rows' && { count: fix.count }),
        });
      if (dataset.table_set_id === null) throw new Error(NO_TABLES);
      const { scale = 1 } = again.request;
      return generateTables({
        table_set_id: dataset.table_set_id,
        ...again.request,
        ...mode,
        ...(fix.kind === 'rows' && { scale: scaleFor(batch, scale, fix.count) }),
      });
    },
    onSuccess: (made, fix) => {
      if (made !== null) {
        notice('Generation started', made.message);
        return void navigate({ to: '/reports', search: { batch: made.batchId } });
      }
      if (dataset === null) return;
      const { id, table_set_id: set } = dataset;
      void navigate({
        to: '/ingestion',
        search:
          fix.kind === 'form' || fix.kind === 'reading'
            ? { map: id }
            : { generate: set ?? id, ...(fix.kind === 'private' && { mode: 'private' }) },
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
