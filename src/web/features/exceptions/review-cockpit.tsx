import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { memberQuery } from '../../data/batch-record.ts';
import { type Decision, decisionsQuery, withChanges } from '../../data/case-decisions.ts';
import { type BatchContents, contentsQuery } from '../../data/exception-contents.ts';
import { profileQuery } from '../../data/profile.ts';
import type { ExceptionBatch, ExceptionCase, Profile } from '../../data/rows.ts';
import { type RowChange, useLiveRows } from '../../data/use-live-rows.ts';
import { gather } from '../../lib/gather.ts';
import { QueryView } from '../../ui/query-view.tsx';
import { ScrollFrame } from '../../ui/scroll-frame.tsx';
import { AnalysisPanel } from './analysis-panel.tsx';
import { BatchActions } from './batch-actions.tsx';
import { BatchHistory } from './batch-history.tsx';
import { BulkDecision } from './bulk-decision.tsx';
import { CaseQueue } from './case-queue.tsx';
import { CaseView } from './case-view.tsx';
import { KeysDialog } from './keys-dialog.tsx';
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

/** Shows a burst of decisions by others at once, and refetches once after it. */
function useOthersDecisions(batchId: string): void {
  const queries = useQueryClient();
  const [take, refresh] = useMemo(() => {
    const { queryKey } = decisionsQuery(batchId);
    let changes: RowChange[] = [];
    const refreshLater = gather(() => refreshNow(queries, batchId), {
      quietMs: 800,
      mostMs: 10_000,
    });
    const apply = gather(
      () => {
        const known = queries.getQueryData(queryKey) ?? [];
        const after = withChanges(known, changes);
        changes = [];
        if (after === known) return;
        queries.setQueryData(queryKey, after);
        refreshLater();
      },
      { quietMs: 50, mostMs: 200 },
    );
    const add = (change: RowChange) => {
      changes.push(change);
      apply();
    };
    return [add, refreshLater];
  }, [queries, batchId]);
  useLiveRows({ table: 'exception_decisions', filter: `batch_id=eq.${batchId}` }, take);
  useLiveRows({ table: 'exception_batches', filter: `id=eq.${batchId}` }, () => {
    void queries.invalidateQueries({ queryKey: ['exceptions'], exact: true });
    refresh();
  });
}

function refreshNow(queries: QueryClient, batchId: string): void {
  // The user's own pending decision refetches when it completes.
  if (queries.isMutating({ mutationKey: decideKey(batchId) }) > 0) return;
  for (const part of ['decisions', 'history']) {
    void queries.invalidateQueries({ queryKey: ['exceptions', part, batchId] });
  }
}

function Cockpit(props: {
  batch: ExceptionBatch;
  profile: Profile;
  contents: BatchContents;
  decisions: Decision[];
  onDone: () => void;
}) {
  const { batch, decisions, profile } = props;
  const { exceptions: cases, analysis, layout } = props.contents;
  const reviewer = useQuery(memberQuery(batch.reviewed_by)).data ?? null;
  const isMaker = batch.created_by === profile.id;
  const mayDecide = !(isMaker && profile.organizations?.four_eyes);
  const [by, setBy] = useState<QueueOrder>('score');
  const order = useMemo(() => queueOrder(cases, by), [cases, by]);
  const pane = useRef<HTMLElement>(null);
  // Space then scrolls the case, and presses no button.
  useEffect(() => pane.current?.focus({ preventScroll: true }), []);
  const [keys, setKeys] = useState(false);
  const review = useReview({
    batch,
    order,
    decisions,
    me: profile,
    editable: batch.status === 'pending' && mayDecide,
    onCase: () => pane.current?.scrollTo({ top: 0 }),
    onDecided: () => pane.current?.focus({ preventScroll: true }),
  });
  const { item, decided } = review;
  const showKeys = (open: boolean) => {
    review.isCovered.current = open;
    setKeys(open);
  };
  const shortcuts = useShortcuts({
    a: () => review.choose('approved'),
    r: () => review.choose('rejected'),
    j: () => review.move(1),
    k: () => review.move(-1),
    z: review.undo.run,
    '?': () => showKeys(true),
  });
  const current = cases[item];

  return (
    <>
      <ReviewToolbar
        exported={{ batch, cases, decisions, analysis, reviewer }}
        decided={decided.size}
        shortcuts={shortcuts}
        undo={review.undo}
        onHelp={() => showKeys(true)}
        bulk={
          review.editable &&
          cases.length > 1 && (
            <BulkDecision
              {...{ cases, decided }}
              isCovered={review.isCovered}
              onDecide={review.send}
            />
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
        <ScrollFrame
          ref={pane}
          label="Case"
          className="min-h-0 border-t border-line outline-none md:border-t-0 md:border-l"
        >
          {current && (
            <CaseView
              exception={current}
              position={item + 1}
              total={cases.length}
              decision={review.decision}
              analysis={analysis}
              layout={layout}
              draft={review.draft}
              editable={review.editable}
              onLook={review.look}
              onDecide={review.choose}
            />
          )}
        </ScrollFrame>
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
      <KeysDialog open={keys} onClose={() => showKeys(false)} />
    </>
  );
}
