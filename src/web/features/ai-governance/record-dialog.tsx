import { Link } from '@tanstack/react-router';
import { ApprovalPanel, Fact } from '../../components/approval.tsx';
import type { GovernanceRecord } from '../../data/rows.ts';
import { formatUtc } from '../../lib/format.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { ScrollFrame } from '../../ui/scroll-frame.tsx';
import { accuracyBasis, riskBasis } from './score-basis.ts';

export function RecordDialog(props: {
  record: GovernanceRecord | undefined;
  gone: boolean;
  onClose: () => void;
}) {
  const { record, gone } = props;
  return (
    <Dialog
      open={gone || record !== undefined}
      onOpenChange={(open) => !open && props.onClose()}
      width={gone ? 'normal' : 'wide'}
      title={
        record ? `${record.model_type} on ${record.dataset_ref}` : 'This record is not on the trail'
      }
      description={
        record
          ? `Recorded ${formatUtc(record.created_at)}`
          : 'It may belong to another organization.'
      }
    >
      {record && <RecordBody key={record.run_id} record={record} />}
    </Dialog>
  );
}

function RecordBody({ record }: { record: GovernanceRecord }) {
  const accuracy = accuracyBasis(record);
  const risk = riskBasis(record);
  return (
    <div className="space-y-6">
      <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-2">
        {record.batch_id && (
          <Fact label="Batch">
            <Link to="/reports" search={{ batch: record.batch_id }} className="link">
              Open the batch
            </Link>
          </Fact>
        )}
        {record.accuracy_score !== null && (
          <Fact label="Accuracy">
            {Number(record.accuracy_score).toFixed(2)}
            {accuracy && `: ${accuracy[1]}`}
          </Fact>
        )}
        {record.risk_score !== null && (
          <Fact label="Risk, 0 to 4">
            {Number(record.risk_score).toFixed(2)}
            {risk && `: ${risk[1]}`}
          </Fact>
        )}
      </dl>
      {record.manifest && (
        <details>
          <summary className="link min-h-6">Manifest as JSON</summary>
          <ScrollFrame
            label="Record's manifest"
            className="mt-2 max-h-56 rounded-md border border-line bg-sunk"
          >
            <pre className="p-4 font-mono text-xs leading-5">
              {JSON.stringify(record.manifest, null, 2)}
            </pre>
          </ScrollFrame>
        </details>
      )}
      <ApprovalPanel record={record} />
    </div>
  );
}
