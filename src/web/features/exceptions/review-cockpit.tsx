import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReasonCode } from '../../../shared/reason-codes.ts';
import type { CaseDecision } from '../../../shared/statuses.ts';
import {
  type CaseChoice,
  type Decision,
  decideCase,
  decideCases,
  decisionsQuery,
  nextUndecided,
  withChoice,
} from '../../data/case-decisions.ts';
import { type BatchContents, contentsQuery } from '../../data/exception-contents.ts';
import type { ExceptionBatch } from '../../data/rows.ts';
import { formatCount } from '../../lib/format.ts';
import { fail, notice } from '../../lib/notices.ts';
import { Button } from '../../ui/button.tsx';
import { Progress } from '../../ui/progress.tsx';
import { QueryView } from '../../ui/query-view.tsx';
import { AnalysisPanel } from './analysis-panel.tsx';
import { BatchActions } from './batch-actions.tsx';
import { BatchHistory } from './batch-history.tsx';
import { type BulkChoice, BulkDialog } from './bulk-dialog.tsx';
import { CaseQueue } from './case-queue.tsx';
import { CaseView } from './case-view.tsx';
import { ExportMenu } from './export-menu.tsx';
import { ShortcutSwitch, useShortcuts } from './shortcuts.tsx';

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
  const queries = useQueryClient();
  const [item, setItem] = useState(0);
  const [note, setNote] = useState('');
  const [reason, setReason] = useState<ReasonCode | ''>('');
  const [bulk, setBulk] = useState(false);
  const decided = new Map(decisions.map((one) => [one.item, one.decision]));
  const editable = batch.status === 'pending';

  const refresh = () =>
    Promise.all(
      [
        decisionsQuery(batch.id).queryKey,
        ['exceptions', 'history'],
        ['exceptions', 'precision'],
      ].map((queryKey) => queries.invalidateQueries({ queryKey })),
    );

  const decide = useMutation({
    // One after the other, so that the last key pressed is the one that stands.
    scope: { id: `decide ${batch.id}` },
    mutationFn: (choice: CaseChoice) => decideCase(batch.id, choice),
    // Shown at once: a quick reviewer is on the next case before the server has answered.
    onMutate: (choice) =>
      queries.setQueryData(decisionsQuery(batch.id).queryKey, (known) =>
        withChoice(known ?? [], choice),
      ),
    onError: (error) => fail('Error', error),
    onSettled: () => refresh(),
  });
  const decideMany = useMutation({
    mutationFn: (choice: BulkChoice) => decideCases(batch.id, choice),
    onSuccess: (_, { items, decision }) => {
      notice(`${formatCount(items.length)} cases ${decision}`, batch.batch_name);
      setBulk(false);
    },
    onError: (error) => fail('Error', error),
    onSettled: () => refresh(),
  });
  const go = (to: number) => {
    setItem(to);
    setNote('');
    setReason('');
  };
  const choose = (decision: CaseDecision | null) => {
    if (!editable || bulk) return;
    decide.mutate({ item, decision, note, reason });
    if (decision !== null) {
      go(nextUndecided(new Set([...decided.keys(), item]), item, cases.length));
    }
  };
  const move = (by: number) => {
    const to = Math.min(cases.length - 1, Math.max(0, item + by));
    if (to !== item) go(to);
  };
  const [shortcuts, setShortcuts] = useShortcuts({
    a: () => choose('approved'),
    r: () => choose('rejected'),
    j: () => move(1),
    k: () => move(-1),
  });
  const current = cases[item];

  return (
    <>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-2 border-b border-line px-6 py-2.5">
        <div className="min-w-40 flex-1">
          <Progress
            label="Cases decided"
            share={cases.length === 0 ? 1 : decided.size / cases.length}
          />
        </div>
        <p role="status" className="text-xs text-ink-soft">
          {decided.size} of {cases.length} decided one by one; the rest take the batch’s decision
        </p>
        {editable && cases.length > 1 && (
          <Button size="small" onClick={() => setBulk(true)}>
            Decide several
          </Button>
        )}
        <ExportMenu batch={batch} cases={cases} decisions={decisions} analysis={analysis} />
        <ShortcutSwitch on={shortcuts} onChange={setShortcuts} />
      </div>
      <div className="md:grid md:min-h-0 md:flex-1 md:grid-cols-[280px_1fr] md:grid-rows-1 md:overflow-hidden">
        <CaseQueue cases={cases} decided={decided} item={item} onItem={go} />
        <div className="min-h-0 overflow-y-auto border-t border-line md:border-t-0 md:border-l">
          {current && (
            <CaseView
              exception={current}
              position={item + 1}
              total={cases.length}
              decision={decisions.find((one) => one.item === item)}
              analysis={analysis}
              reason={reason}
              onReason={setReason}
              note={note}
              onNote={setNote}
              editable={editable}
              onDecide={choose}
            />
          )}
        </div>
      </div>
      <div className="border-t border-line md:flex md:shrink-0 md:flex-wrap">
        {analysis && <AnalysisPanel analysis={analysis} />}
        <BatchHistory batchId={batch.id} />
      </div>
      <BatchActions batch={batch} onDone={props.onDone} />
      <BulkDialog
        open={bulk}
        cases={cases}
        decided={new Set(decided.keys())}
        busy={decideMany.isPending}
        onClose={() => setBulk(false)}
        onDecide={(choice) => decideMany.mutate(choice)}
      />
    </>
  );
}
