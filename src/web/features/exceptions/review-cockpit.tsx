import { useQuery } from '@tanstack/react-query';
import { type Decision, decisionsQuery } from '../../data/case-decisions.ts';
import { type BatchContents, contentsQuery } from '../../data/exception-contents.ts';
import type { ExceptionBatch, ExceptionCase } from '../../data/rows.ts';
import { QueryView } from '../../ui/query-view.tsx';
import { AnalysisPanel } from './analysis-panel.tsx';
import { BatchActions } from './batch-actions.tsx';
import { BatchHistory } from './batch-history.tsx';
import { BulkDialog } from './bulk-dialog.tsx';
import { CaseQueue } from './case-queue.tsx';
import { CaseView } from './case-view.tsx';
import { ReviewToolbar } from './review-toolbar.tsx';
import { useShortcuts } from './shortcuts.tsx';
import { useReview } from './use-review.ts';

function unreviewedOf(cases: readonly ExceptionCase[], decided: ReadonlyMap<number, unknown>) {
  const left = cases.filter((_, place) => !decided.has(place));
  return { cases: left.length, critical: left.filter(({ band }) => band === 'Critical').length };
}

export function ReviewCockpit(props: { batch: ExceptionBatch; onDone: () => void }) {
  const contents = useQuery(contentsQuery(props.batch.id));
  const decisions = useQuery(decisionsQuery(props.batch.id));
  return (
    <QueryView query={contents} errorTitle="The cases could not be loaded">
      {(found) => (
        <QueryView query={decisions} errorTitle="The decisions could not be loaded">
          {(loaded) => <Cockpit {...props} contents={found} decisions={loaded} />}
        </QueryView>
      )}
    </QueryView>
  );
}

function Cockpit(props: {
  batch: ExceptionBatch;
  contents: BatchContents;
  decisions: Decision[];
  onDone: () => void;
}) {
  const { batch, decisions } = props;
  const { exceptions: cases, analysis } = props.contents;
  const review = useReview({ batch, cases: cases.length, decisions });
  const { item, decided, bulk } = review;
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
        exported={{ batch, cases, decisions, analysis }}
        decided={decided.size}
        shortcuts={shortcuts}
        onBulk={review.editable && cases.length > 1 ? () => bulk.setOpen(true) : undefined}
      />
      <div className="md:grid md:min-h-0 md:flex-1 md:grid-cols-[280px_1fr] md:grid-rows-1 md:overflow-hidden">
        <CaseQueue cases={cases} decided={decided} item={item} onItem={review.go} />
        <div className="min-h-0 overflow-y-auto border-t border-line md:border-t-0 md:border-l">
          {current && (
            <CaseView
              exception={current}
              position={item + 1}
              total={cases.length}
              decision={decisions.find((decision) => decision.item === item)}
              analysis={analysis}
              draft={review.draft}
              editable={review.editable}
              onDecide={review.choose}
            />
          )}
        </div>
      </div>
      <div className="border-t border-line md:flex md:shrink-0 md:flex-wrap">
        {analysis && <AnalysisPanel analysis={analysis} />}
        <BatchHistory batchId={batch.id} />
      </div>
      <BatchActions batch={batch} unreviewed={unreviewedOf(cases, decided)} onDone={props.onDone} />
      <BulkDialog
        open={bulk.open}
        cases={cases}
        decided={new Set(decided.keys())}
        busy={bulk.decide.isPending}
        onClose={() => bulk.setOpen(false)}
        onDecide={(choice) => bulk.decide.mutate(choice)}
      />
    </>
  );
}
