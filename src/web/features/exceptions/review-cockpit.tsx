import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { fail } from '../../lib/notices.ts';
import type { ExceptionBatch } from '../../lib/rows.ts';
import { messageOf } from '../../lib/service-error.ts';
import { Progress } from '../../ui/progress.tsx';
import { QueryView } from '../../ui/query-view.tsx';
import { BatchActions } from './batch-actions.tsx';
import { BatchHistory } from './batch-history.tsx';
import { CaseQueue } from './case-queue.tsx';
import { CaseView } from './case-view.tsx';
import {
  type CaseDecision,
  type Decision,
  decideCase,
  decisionsQuery,
  nextUndecided,
} from './decisions.ts';
import { ShortcutSwitch, useShortcuts } from './shortcuts.tsx';

export function ReviewCockpit(props: { batch: ExceptionBatch; onDone: () => void }) {
  const decisions = useQuery(decisionsQuery(props.batch.id));
  return (
    <QueryView
      query={decisions}
      errorTitle="The decisions could not be loaded"
      messageOf={messageOf}
    >
      {(loaded) => <Cockpit batch={props.batch} decisions={loaded} onDone={props.onDone} />}
    </QueryView>
  );
}

function Cockpit(props: { batch: ExceptionBatch; decisions: Decision[]; onDone: () => void }) {
  const { batch, decisions } = props;
  const queries = useQueryClient();
  const [item, setItem] = useState(0);
  const [note, setNote] = useState('');
  const decided = new Map(decisions.map((one) => [one.item, one.decision]));
  const cases = batch.exceptions;
  const editable = batch.status === 'pending';

  const decide = useMutation({
    mutationFn: (choice: { item: number; decision: CaseDecision | null }) =>
      decideCase(batch.id, choice.item, choice.decision, note),
    onError: (error) => fail('Error', error),
    onSettled: () => queries.invalidateQueries({ queryKey: decisionsQuery(batch.id).queryKey }),
  });
  const go = (to: number) => {
    setItem(to);
    setNote('');
  };
  const choose = (decision: CaseDecision | null) => {
    if (!editable || decide.isPending) return;
    decide.mutate({ item, decision });
    if (decision !== null) {
      go(nextUndecided(new Set([...decided.keys(), item]), item, cases.length));
    }
  };
  const move = (by: number) => setItem((now) => Math.min(cases.length - 1, Math.max(0, now + by)));
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
        <ShortcutSwitch on={shortcuts} onChange={setShortcuts} />
      </div>
      <div className="grid min-h-0 flex-1 grid-rows-[minmax(120px,30%)_1fr] overflow-hidden md:grid-cols-[280px_1fr] md:grid-rows-1">
        <CaseQueue cases={cases} decided={decided} item={item} onItem={go} />
        <div className="min-h-0 overflow-y-auto border-t border-line md:border-t-0 md:border-l">
          {current && (
            <CaseView
              exception={current}
              position={item + 1}
              total={cases.length}
              decision={decisions.find((one) => one.item === item)}
              note={note}
              onNote={setNote}
              editable={editable}
              busy={decide.isPending}
              onDecide={choose}
            />
          )}
        </div>
      </div>
      <BatchHistory batchId={batch.id} />
      <BatchActions batch={batch} onDone={props.onDone} />
    </>
  );
}
