import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { datasetsOfSet, datasetsQuery } from '../../../data/datasets.ts';
import { deleteTableSet, type TableSet, tableSetsQuery } from '../../../data/table-sets.ts';
import { formatCount } from '../../../lib/format.ts';
import { fail, notice } from '../../../lib/notices.ts';
import { Button } from '../../../ui/button.tsx';
import { Card, CardHead } from '../../../ui/card.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { DeleteButton } from '../../../ui/delete-button.tsx';

const GenerateDialog = lazy(() =>
  import('../generate-dialog.tsx').then((file) => ({ default: file.GenerateDialog })),
);

export function TablesCard(props: {
  open: string | null;
  onOpen: (id: string | null) => void;
  onCheckColumns: (datasetId: string) => void;
  onMap: (datasetId: string) => void;
}) {
  const sets = useQuery(tableSetsQuery);
  const datasets = useQuery(datasetsQuery);
  const [pendingDelete, setPendingDelete] = useState<TableSet | null>(null);
  if (!sets.data || sets.data.length === 0) return null;
  const tablesOf = ({ id }: TableSet) => datasetsOfSet(datasets.data, id);
  const chosen = sets.data.find(({ id }) => id === props.open);
  return (
    <Card aria-labelledby="linked-tables" className="mb-8">
      <CardHead id="linked-tables" title="Linked tables" />
      <ul className="border-t border-line">
        {sets.data.map((set) => {
          const tables = tablesOf(set);
          const rows = tables.reduce((sum, { record_count: count }) => sum + Number(count), 0);
          return (
            <li
              key={set.id}
              className="flex flex-wrap items-center justify-between gap-3 border-b border-line px-5 py-3 last:border-b-0"
            >
              <span className="min-w-0 wrap-anywhere">
                {set.name}
                <span className="block text-xs text-ink-soft">
                  {tables.length} tables · {formatCount(rows)} records · {set.relations.length}{' '}
                  relations
                </span>
              </span>
              <span className="flex flex-wrap gap-1.5">
                <Button size="small" onClick={() => props.onOpen(set.id)}>
                  Relations and generate<span className="sr-only"> from {set.name}</span>
                </Button>
                <DeleteButton name={set.name} onClick={() => setPendingDelete(set)} />
              </span>
            </li>
          );
        })}
      </ul>
      {chosen && (
        <Suspense fallback={null}>
          <GenerateDialog
            key={chosen.id}
            source={{ set: chosen, datasets: tablesOf(chosen) }}
            onClose={() => props.onOpen(null)}
            onCheckColumns={(id) => {
              props.onOpen(null);
              props.onCheckColumns(id);
            }}
            onMap={(id) => {
              props.onOpen(null);
              props.onMap(id);
            }}
          />
        </Suspense>
      )}
      <DeleteTables set={pendingDelete} onClose={() => setPendingDelete(null)} />
    </Card>
  );
}

function DeleteTables({ set, onClose }: { set: TableSet | null; onClose: () => void }) {
  const queries = useQueryClient();
  const remove = useMutation({
    mutationFn: deleteTableSet,
    onSuccess: () => {
      notice('Linked tables deleted', set?.name);
      onClose();
    },
    onError: (error) => fail('Delete failed', error),
    onSettled: () => {
      void queries.invalidateQueries({ queryKey: tableSetsQuery.queryKey });
      void queries.invalidateQueries({ queryKey: datasetsQuery.queryKey });
    },
  });
  return (
    <ConfirmDialog
      open={set !== null}
      onOpenChange={(open) => !open && onClose()}
      title={`Delete linked tables “${set?.name ?? ''}”?`}
      confirmLabel="Delete linked tables"
      busy={remove.isPending}
      onConfirm={() => set && remove.mutate(set.id)}
    >
      <p>Deleted permanently: all their files and previews. Runs that read them stop.</p>
      <p>Kept: batches already generated from them, the audit trail, and the files’ SHA-256.</p>
    </ConfirmDialog>
  );
}
