import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { isOfBook } from '../../data/batch-facts.ts';
import { deleteBatch } from '../../data/batches.ts';
import type { GenerationLog } from '../../data/rows.ts';
import { formatCount } from '../../lib/format.ts';
import { fail, notice } from '../../lib/notices.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';

export function DeleteBatch({ batch, title }: { batch: GenerationLog; title: string }) {
  const [open, setOpen] = useState(false);
  const queries = useQueryClient();
  const remove = useMutation({
    mutationFn: () => deleteBatch(batch.batch_id),
    onSuccess: () => {
      setOpen(false);
      notice('Batch deleted', title);
      for (const key of ['batches', 'counts', 'explorer', 'growth'])
        void queries.invalidateQueries({ queryKey: [key] });
    },
    onError: (error) => {
      setOpen(false);
      fail('Delete failed', error);
    },
  });
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        <Trash2 aria-hidden /> Delete
      </Button>
      <ConfirmDialog
        open={open}
        onOpenChange={setOpen}
        title={`Delete “${title}”?`}
        confirmLabel="Delete batch"
        busy={remove.isPending}
        onConfirm={() => remove.mutate()}
      >
        <p>
          {isOfBook(batch)
            ? 'All tables of this simulation are deleted together, with their files, and can’t be restored.'
            : `Its ${formatCount(batch.record_count)} rows and its file are deleted and can’t be restored.`}
        </p>
        <p>The log entry, manifest, report and audit trail stay.</p>
      </ConfirmDialog>
    </>
  );
}
