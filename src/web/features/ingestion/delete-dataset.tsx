import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type DatasetDeletion, datasetDeletionQuery, deleteDataset } from '../../data/datasets.ts';
import type { Dataset } from '../../data/rows.ts';
import { counted, formatCount } from '../../lib/format.ts';
import { fail, notice } from '../../lib/notices.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';

/** Lists what is deleted with the file; without numbers until they are known. */
function deletedOf(counts: DatasetDeletion | null | undefined): string {
  if (!counts) return 'the models, analyses and cases made from it';
  return [
    counted(counts.models, 'model', 'models'),
    counted(counts.analyses, 'analysis', 'analyses'),
    `${counted(counts.cases, 'case', 'cases')} with ${counted(counts.decisions, 'decision', 'decisions')}`,
  ].join(', ');
}

export function DeleteDataset(props: { dataset: Dataset | null; onClose: () => void }) {
  const { dataset, onClose } = props;
  const queries = useQueryClient();
  const remove = useMutation({
    mutationFn: deleteDataset,
    onSuccess: () => {
      notice('Dataset deleted', dataset?.filename);
      onClose();
    },
    onError: (error) => fail('Delete failed', error),
    onSettled: () => {
      for (const key of ['datasets', 'exceptions', 'results']) {
        void queries.invalidateQueries({ queryKey: [key] });
      }
    },
  });
  const counts = useQuery({
    ...datasetDeletionQuery(dataset?.id ?? ''),
    enabled: dataset !== null,
  });
  const blends = counts.data?.kept_blends ?? 0;
  return (
    <ConfirmDialog
      open={dataset !== null}
      onOpenChange={(open) => !open && onClose()}
      title={`Delete dataset “${dataset?.filename ?? ''}”?`}
      confirmLabel="Delete dataset"
      busy={remove.isPending}
      onConfirm={() => dataset && remove.mutate(dataset.id)}
    >
      <p>
        Deleted permanently: the file, its preview, and {deletedOf(counts.data)}. Runs that read it
        stop.
      </p>
      <p>
        Kept: batches already generated from it, the audit trail, and the file’s SHA-256.
        {counts.data && ` Batches kept: ${formatCount(counts.data.kept_batches)}.`}
      </p>
      {blends > 0 && (
        <p>
          {counted(blends, 'blend', 'blends')} of it will keep real rows of this file: delete{' '}
          {blends === 1 ? 'it' : 'them'} separately.
        </p>
      )}
    </ConfirmDialog>
  );
}
