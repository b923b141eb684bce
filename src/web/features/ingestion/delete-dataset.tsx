import { useMutation, useQueryClient } from '@tanstack/react-query';
import { deleteDataset } from '../../data/datasets.ts';
import type { Dataset } from '../../data/rows.ts';
import { fail, notice } from '../../lib/notices.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';

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
    onSettled: () => void queries.invalidateQueries({ queryKey: ['datasets'] }),
  });
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
        Deleted permanently: the file, its preview, and the models trained on it. Runs that read it
        stop.
      </p>
      <p>Kept: batches already generated from it, the audit trail, and the file’s SHA-256.</p>
    </ConfirmDialog>
  );
}
