import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useMemo, useRef, useState } from 'react';
import type { ReasonCode } from '../../../shared/reason-codes.ts';
import type { CaseDecision } from '../../../shared/statuses.ts';
import {
  type CaseChoice,
  type Decision,
  decideCase,
  decisionsQuery,
  nextUndecided,
  withChoice,
} from '../../data/case-decisions.ts';
import type { ExceptionBatch } from '../../data/rows.ts';
import { fail, warn } from '../../lib/notices.ts';

export const decideKey = (batchId: string) => ['decide', batchId];

type Me = { id: string; email: string };

export function useRefreshDecisions(batchId: string): () => Promise<unknown> {
  const queries = useQueryClient();
  const { queryKey } = decisionsQuery(batchId);
  return () =>
    Promise.all(
      [queryKey, ['exceptions', 'history'], ['exceptions', 'precision']].map((key) =>
        queries.invalidateQueries({ queryKey: key }),
      ),
    );
}

function useDecide(batch: ExceptionBatch, me: Me) {
  const queries = useQueryClient();
  const { queryKey } = decisionsQuery(batch.id);
  const refresh = useRefreshDecisions(batch.id);
  const mutationKey = decideKey(batch.id);
  return useMutation({
    mutationKey,
    // Send one after another, so that the last key pressed wins.
    scope: { id: `decide ${batch.id}` },
    mutationFn: (choice: CaseChoice) => decideCase(batch.id, choice),
    // Update at once: a quick reviewer is on the next case before the server answers.
    onMutate: (choice) =>
      queries.setQueryData(queryKey, (known) => withChoice(known ?? [], choice, me)),
    onError: (error) => fail('Error', error),
    // Refresh only after the last pending decision; the server does not know the others yet.
    onSettled: () => (queries.isMutating({ mutationKey }) === 1 ? refresh() : undefined),
  });
}

export function useReview(options: {
  batch: ExceptionBatch;
  order: readonly number[];
  decisions: readonly Decision[];
  me: Me;
  editable: boolean;
}) {
  const { batch, order, decisions, me, editable } = options;
  const [item, setItem] = useState(0);
  const [note, setNote] = useState('');
  const [reason, setReason] = useState<ReasonCode | ''>('');
  const decide = useDecide(batch, me);
  // Keys must not decide the case behind a dialog. A ref avoids re-rendering.
  const isCovered = useRef(false);
  const decided = useMemo(
    () => new Map(decisions.map((decision) => [decision.item, decision.decision])),
    [decisions],
  );

  const decisionAt = (place: number) => decisions.find((known) => known.item === place);
  const [looked, setLooked] = useState(() => decisionAt(0)?.decided_at);
  const decision = decisionAt(item);
  // Another user decided the open case: require the reviewer to look before replacing that
  // decision, so that a key already pressed can't.
  const unseen = decision && decision.decided_by !== me.id && decision.decided_at !== looked;

  const go = (to: number) => {
    setItem(to);
    setLooked(decisionAt(to)?.decided_at);
    setNote('');
    setReason('');
  };
  const choose = (choice: CaseDecision | null) => {
    if (!editable || isCovered.current) return;
    if (unseen) return warn('Not decided', 'Another user decided this case in the meantime.');
    decide.mutate({ item, decision: choice, note, reason, seen: decision });
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
    decided,
    editable,
    decision,
    look: unseen ? () => setLooked(decision.decided_at) : undefined,
    draft: { note, setNote, reason, setReason },
    isCovered,
  };
}

export type Draft = ReturnType<typeof useReview>['draft'];
