import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useMemo, useRef, useState } from 'react';
import type { ReasonCode } from '../../../shared/reason-codes.ts';
import type { CaseDecision } from '../../../shared/statuses.ts';
import {
  type CaseChoice,
  type Decision,
  decideCases,
  decisionsQuery,
  nextUndecided,
  withChoices,
} from '../../data/case-decisions.ts';
import type { ExceptionBatch } from '../../data/rows.ts';
import { fail, warn } from '../../lib/notices.ts';
import { useUndo } from './use-undo.ts';

export const decideKey = (batchId: string) => ['decide', batchId];

type Me = { id: string; email: string };
type Review = { batch: ExceptionBatch; me: Me };

function useDecide({ batch, me }: Review) {
  const queries = useQueryClient();
  const { queryKey } = decisionsQuery(batch.id);
  const mutationKey = decideKey(batch.id);
  const refresh = () =>
    Promise.all(
      [queryKey, ['exceptions', 'history'], ['exceptions', 'precision']].map((key) =>
        queries.invalidateQueries({ queryKey: key }),
      ),
    );
  return useMutation({
    mutationKey,
    // Send one after another, so that the last key pressed wins.
    scope: { id: `decide ${batch.id}` },
    mutationFn: (choices: readonly CaseChoice[]) => decideCases(batch.id, choices),
    // Update at once: a quick reviewer is on the next case before the server answers.
    onMutate: async (choices) => {
      await queries.cancelQueries({ queryKey });
      queries.setQueryData(queryKey, (known) => withChoices(known ?? [], choices, me));
    },
    onError: (error) => fail('Error', error),
    // Refresh only after the last pending decision; the server does not know the others yet.
    onSettled: () => (queries.isMutating({ mutationKey }) === 1 ? refresh() : undefined),
  });
}

export function useReview(
  options: Review & {
    order: readonly number[];
    decisions: readonly Decision[];
    editable: boolean;
    /** Called when another case opens. */
    onCase: () => void;
    /** Called after a decision: moves the focus to the case. */
    onDecided: () => void;
  },
) {
  const { order, decisions, me, editable } = options;
  const decided = useMemo(
    () => new Map(decisions.map((decision) => [decision.item, decision.decision])),
    [decisions],
  );
  const [item, setItem] = useState(
    () => order.find((place) => !decided.has(place)) ?? order[0] ?? 0,
  );
  const [note, setNote] = useState('');
  const [reason, setReason] = useState<ReasonCode | ''>('');
  const decide = useDecide(options);
  // Keys must not decide the case behind a dialog. A ref avoids re-rendering.
  const isCovered = useRef(false);
  const undo = useUndo({ decisions, me, send: decide.mutate });

  const decisionAt = (place: number) => decisions.find((known) => known.item === place);
  const [looked, setLooked] = useState(() => decisionAt(item)?.decided_at);
  const decision = decisionAt(item);
  // Another user decided the open case: require the reviewer to look before replacing that
  // decision, so that a key already pressed can't.
  const unseen = decision && decision.decided_by !== me.id && decision.decided_at !== looked;

  const go = (to: number) => {
    setItem(to);
    options.onCase();
    setLooked(decisionAt(to)?.decided_at);
    setNote('');
    setReason('');
  };
  const send = (choices: readonly CaseChoice[], words: string) => {
    undo.offer(choices, words);
    decide.mutate(choices);
  };
  const choose = (choice: CaseDecision | null) => {
    if (!editable || isCovered.current) return;
    if (unseen) return warn('Not decided', 'Another user decided this case in the meantime.');
    const words = `Case ${item + 1} ${choice ?? 'undecided again'}.`;
    send([{ item, decision: choice, note, reason, seen: decision }], words);
    options.onDecided();
    if (choice === null) return;
    const done = new Set([...decided.keys(), item].map((place) => order.indexOf(place)));
    go(order[nextUndecided(done, order.indexOf(item), order.length)] ?? item);
  };
  const move = (by: number) => {
    const to = order[order.indexOf(item) + by];
    if (to !== undefined) go(to);
  };
  return {
    item,
    go,
    move,
    choose,
    send,
    undo: {
      offered: undo.offered,
      run: () => {
        if (isCovered.current || !editable) return;
        const first = undo.run();
        if (first !== undefined) go(first);
      },
    },
    decided,
    editable,
    decision,
    look: unseen ? () => setLooked(decision.decided_at) : undefined,
    draft: { note, setNote, reason, setReason },
    isCovered,
  };
}

export type Draft = ReturnType<typeof useReview>['draft'];
