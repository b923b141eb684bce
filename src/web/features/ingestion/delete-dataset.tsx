import { useMutation, useQueryClient } from '@tanstack/react-query';
import { openClient } from '../../lib/client.ts';
import { fail, notice } from '../../lib/notices.ts';
import type { Dataset } from '../../lib/rows.ts';
import { ServiceError, unwrap } from '../../lib/service-error.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';

async function deleteDataset(id: string): Promise<void> {
  const client = await openClient();
  const gone = unwrap(await client.from('ingestion_manifests').delete().eq('id', id).select('id'));
  if (!gone || gone.length === 0) {
    throw new ServiceError(
      'It is gone already, or not yours: only its uploader or an administrator can delete a dataset.',
    );
  }
}

/** Asks before a dataset goes, and says what goes with it and what stays. */
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
      <p>Gone for good: the file, its preview, and the models learnt from it.</p>
      <p>Kept: batches already made from it, the audit trail, and the file’s SHA-256.</p>
    </ConfirmDialog>
  );
}
