import { useQuery } from '@tanstack/react-query';
import { ApprovalPanel } from '../../components/approval.tsx';
import { EvidencePackButton } from '../../components/evidence-pack-button.tsx';
import { PendingPacks } from '../../components/pending-packs.tsx';
import { kindOf } from '../../data/batch-facts.ts';
import { batchRecordQuery } from '../../data/batch-record.ts';
import type { GenerationLog } from '../../data/rows.ts';
import { Card, CardHead } from '../../ui/card.tsx';
import { QueryView } from '../../ui/query-view.tsx';
import { EmptyState } from '../../ui/states.tsx';

export function BatchApproval({ batch }: { batch: GenerationLog }) {
  const record = useQuery(batchRecordQuery(batch.batch_id));
  return (
    <Card aria-label="Approval">
      <CardHead title="Approval" action={<EvidencePackButton batchId={batch.batch_id} />} />
      <div className="px-5">
        <PendingPacks />
      </div>
      <QueryView query={record} errorTitle="The approval could not be loaded">
        {(found) =>
          found === null ? (
            <EmptyState title="Nothing to approve">
              {kindOf(batch) === 'simulated'
                ? 'Simulated data uses no model of real data, so there is no approval record.'
                : 'This batch was sampled from an earlier model; the approval belongs to that model.'}
            </EmptyState>
          ) : (
            <div className="space-y-6 px-5 py-5">
              <ApprovalPanel record={found} />
            </div>
          )
        }
      </QueryView>
    </Card>
  );
}
