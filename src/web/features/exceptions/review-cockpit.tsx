import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { memberQuery } from '../../data/batch-record.ts';
import { type Decision, decisionsQuery } from '../../data/case-decisions.ts';
import { type BatchContents, contentsQuery } from '../../data/exception-contents.ts';
import { profileQuery } from '../../data/profile.ts';
import type { ExceptionBatch, ExceptionCase, Profile } from '../../data/rows.ts';
import { useLiveRows } from '../../data/use-live-rows.ts';
import { QueryView } from '../../ui/query-view.tsx';
import { AnalysisPanel } from './analysis-panel.tsx';
import { BatchActions } from './batch-actions.tsx';
import { BatchHistory } from './batch-history.tsx';
import { BulkDecision } from './bulk-decision.tsx';
import { CaseQueue } from './case-queue.tsx';
import { CaseView } from './case-view.tsx';
import { type QueueOrder, queueOrder } from './queue-order.ts';
import { ReviewToolbar } from './review-toolbar.tsx';
import { useShortcuts } from './shortcuts.tsx';
import { decideKey, useReview } from './use-review.ts';

function unreviewedOf(cases: readonly ExceptionCase[], decided: ReadonlyMap<number, unknown>) {
  const undecided = cases.filter((_, place) => !decided.has(place));
  return {
    cases: undecided.length,
    critical: undecided.filter(({ band }) => band === 'Critical').length,
  };
}

export function ReviewCockpit(props: { batch: ExceptionBatch; onDone: () => void }) {
  const contents = useQuery(contentsQuery(props.batch.id));
  const decisions = useQuery(decisionsQuery(props.batch.id));
  const profile = useQuery(profileQuery);
  useOthersDecisions(props.batch.id);
  return (
    <QueryView query={contents} errorTitle="The cases could not be loaded">
      {(found) => (
        <QueryView query={decisions} errorTitle="The decisions could not be loaded">
          {(loaded) => (
            <QueryView query={profile} errorTitle="Your profile could not be loaded">
              {(reader) =>
                reader && (
                  <Cockpit {...props} contents={found} decisions={loaded} profile={reader} />
                )
              }
            </QueryView>
          )}
        </QueryView>
      )}
    </QueryView>
  );
}

function useOthersDecisions(batchId: string): void {
  const queries = useQueryClient();
  const refresh = () => {
    // The user's own pending decision refetches when it completes.
    if (queries.isMutating({ mutationKey: decideKey(batchId) }) > 0) return;
    for (const part of ['decisions', 'history']) {
      void queries.invalidateQueries({ queryKey: ['exceptions', part, batchId] });
    }
    void queries.invalidateQueries({ queryKey: ['exceptions'], exact: true });
  };
  useLiveRows({ table: 'exception_decisions', filter: `batch_id=eq.${batchId}` }, refresh);
  useLiveRows({ table: 'exception_batches', filter: `id=eq.${batchId}` }, refresh);
}

function Cockpit(props: {
  batch: ExceptionBatch;
  profile: Profile;
  contents: BatchContents;
  decisions: Decision[];
  onDone: () => void;
}) {
  const { batch, decisions, profile } = props;
  const { exceptions: cases, analysis } = props.contents;
  const reviewer = useQuery(memberQuery(batch.reviewed_by)).data ?? null;
  const isMaker = batch.created_by === profile.id;
  const mayDecide = !(isMaker && profile.organizations?.four_eyes);
  const [by, setBy] = useState<QueueOrder>('score');
  const order = useMemo(() => queueOrder(cases, by), [cases, by]);
  const review = useReview({
    batch,
    order,
    decisions,
    me: profile,
    editable: batch.status === 'pending' && mayDecide,
  });
  const { item, decided } = review;
  const shortcuts = useShortcuts({
    a: () => review.choose('approved'),
    r: () => review.choose('rejected'),
    j: () => review.move(1),
    k: () => review.move(-1),
  });
  const current = cases[item];

  return (
    <>
      <ReviewToolbar
        exported={{ batch, cases, decisions, analysis, reviewer }}
        decided={decided.size}
        shortcuts={shortcuts}
        bulk={
          review.editable &&
          cases.length > 1 && (
            <BulkDecision {...{ batch, cases, decided }} isCovered={review.isCovered} />
          )
        }
      />
      <div className="md:grid md:min-h-0 md:flex-1 md:grid-cols-[280px_1fr] md:grid-rows-1 md:overflow-hidden">
        <CaseQueue
          cases={cases}
          order={order}
          by={by}
          onOrder={setBy}
          decided={decided}
          item={item}
          onItem={review.go}
        />
        <div className="min-h-0 overflow-y-auto border-t border-line md:border-t-0 md:border-l">
          {current && (
            <CaseView
              exception={current}
              position={item + 1}
              total={cases.length}
              decision={review.decision}
              analysis={analysis}
              draft={review.draft}
              editable={review.editable}
              onLook={review.look}
              onDecide={review.choose}
            />
          )}
        </div>
      </div>
      <div className="border-t border-line md:flex md:shrink-0 md:flex-wrap">
        {analysis && <AnalysisPanel analysis={analysis} />}
        <BatchHistory batchId={batch.id} />
      </div>
      <BatchActions
        batch={batch}
        reviewer={reviewer}
        isMaker={isMaker}
        mayDecide={mayDecide}
        unreviewed={unreviewedOf(cases, decided)}
        onDone={props.onDone}
      />
    </>
  );
}
