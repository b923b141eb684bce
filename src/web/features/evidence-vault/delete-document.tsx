import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { deleteDocument } from '../../data/evidence.ts';
import { governanceChoicesQuery } from '../../data/governance.ts';
import type { EvidenceDocument } from '../../data/rows.ts';
import { fail, notice } from '../../lib/notices.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';

export function DeleteDocument(props: { document: EvidenceDocument | null; onClose: () => void }) {
  const { document, onClose } = props;
  const queries = useQueryClient();
  const records = useQuery({ ...governanceChoicesQuery, enabled: document !== null });
  const remove = useMutation({
    mutationFn: deleteDocument,
    onSuccess: () => {
      notice('Document deleted', document?.filename);
      onClose();
    },
    onError: (error) => fail('Delete failed', error),
    onSettled: () => {
      void queries.invalidateQueries({ queryKey: ['evidence'] });
      void queries.invalidateQueries({ queryKey: ['governance'] });
    },
  });
  const linked = (document?.evidence_links ?? []).map((link) => {
    const record = records.data?.find(({ run_id }) => run_id === link.governance_run_id);
    return record ? `${record.model_type} on ${record.dataset_ref}` : link.governance_run_id;
  });
  return (
    <ConfirmDialog
      open={document !== null}
      onOpenChange={(open) => !open && onClose()}
      title={`Delete evidence “${document?.filename ?? ''}”?`}
      confirmLabel="Delete document"
      busy={remove.isPending}
      onConfirm={() => document && remove.mutate(document)}
    >
      {linked.length === 0 ? (
        <p>It is not linked to any record.</p>
      ) : (
        <p>Its links are deleted too: {linked.join('; ')}.</p>
      )}
      <p>The audit trail keeps its name, its SHA-256 and the time.</p>
    </ConfirmDialog>
  );
}
