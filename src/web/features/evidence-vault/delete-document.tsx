import { useQuery } from '@tanstack/react-query';
import { DeleteDialog } from '../../components/delete-dialog.tsx';
import { deleteDocument } from '../../data/evidence.ts';
import { governanceChoicesQuery } from '../../data/governance.ts';
import type { EvidenceDocument } from '../../data/rows.ts';

export function DeleteDocument(props: { document: EvidenceDocument | null; onClose: () => void }) {
  const { document, onClose } = props;
  const records = useQuery({ ...governanceChoicesQuery, enabled: document !== null });
  const linked = (document?.evidence_links ?? []).map((link) => {
    const record = records.data?.find(({ run_id }) => run_id === link.governance_run_id);
    return record ? `${record.model_type} on ${record.dataset_ref}` : link.governance_run_id;
  });
  return (
    <DeleteDialog
      item={document}
      kind="document"
      nameOf={({ filename }) => filename}
      remove={deleteDocument}
      reload={['evidence', 'governance']}
      onClose={onClose}
    >
      {linked.length === 0 ? (
        <p>It is not linked to any record.</p>
      ) : (
        <p>Its links are deleted too: {linked.join('; ')}.</p>
      )}
      <p>The audit trail keeps its name, its SHA-256 and the time.</p>
    </DeleteDialog>
  );
}
