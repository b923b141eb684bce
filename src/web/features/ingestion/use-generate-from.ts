import { useMutation, useQueryClient } from '@tanstack/react-query';
import { callFunction } from '../../data/call-function.ts';
import type { Generated } from '../../data/generation.ts';
import { runsQuery } from '../../data/runs.ts';
import { generateTables, setRelations, tableSetsQuery } from '../../data/table-sets.ts';
import { formatCount } from '../../lib/format.ts';
import { fail, notice } from '../../lib/notices.ts';
import type { DatasetRequest, TablesRequest } from './generate-request.ts';
import type { Links } from './linked-tables/relation-fields.tsx';

/** Generation from a dataset, or from linked tables. */
export type GenerationCall =
  | { kind: 'dataset'; manifestId: string; request: DatasetRequest }
  | { kind: 'tables'; tableSetId: string; links: Links; request: TablesRequest };

/** Stores the relations, and generates if every row refers to an existing one or is excluded. */
async function generateLinked({
  tableSetId,
  links: { leaveOrphansOut, ...links },
  request,
}: Extract<GenerationCall, { kind: 'tables' }>): Promise<Generated> {
  const { relations } = await setRelations({
    table_set_id: tableSetId,
    ...links,
    leave_orphans_out: leaveOrphansOut,
  });
  const broken = relations.find(({ orphans }) => orphans > 0);
  if (broken && !leaveOrphansOut)
    throw new Error(
      `${formatCount(broken.orphans)} rows of ${broken.child} have no matching parent: their ${broken.childKey} is missing from ${broken.parent}.${broken.parentKey}. Exclude these rows, or change the relation.`,
    );
  return generateTables({ table_set_id: tableSetId, ...request });
}

export function useGenerateFrom() {
  const queries = useQueryClient();
  return useMutation<Generated, Error, GenerationCall>({
    mutationFn: (call) =>
      call.kind === 'tables'
        ? generateLinked(call)
        : callFunction<Generated>('generate-synthetic-from-ingestion', {
            manifest_id: call.manifestId,
            ...call.request,
          }),
    onSuccess: (answer) =>
      notice(
        answer.status === 'queued' ? 'Generation started' : 'Synthetic data generated',
        answer.message,
      ),
    onError: (error) => fail('Generation failed', error),
    onSettled: () => {
      void queries.invalidateQueries({ queryKey: runsQuery.queryKey });
      void queries.invalidateQueries({ queryKey: ['models'] });
      void queries.invalidateQueries({ queryKey: tableSetsQuery.queryKey });
      setTimeout(() => {
        void queries.invalidateQueries({ queryKey: ['counts'] });
        void queries.invalidateQueries({ queryKey: ['batches'] });
        void queries.invalidateQueries({ queryKey: ['explorer'] });
      }, 2000);
    },
  });
}
