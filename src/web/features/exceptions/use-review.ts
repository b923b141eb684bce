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

/** Everything that follows from the decisions on cases is asked for again. */
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

/** The decision on one case, shown before the server has answered. */
function useDecide(batch: ExceptionBatch, me: Me) {
  const queries = useQueryClient();
  const { queryKey } = decisionsQuery(batch.id);
  const refresh = useRefreshDecisions(batch.id);
  const mutationKey = decideKey(batch.id);
  return useMutation({
    mutationKey,
    // One after the other, so that the last key pressed is the one that stands.
    scope: { id: `decide ${batch.id}` },
    mutationFn: (choice: CaseChoice) => decideCase(batch.id, choice),
    // Shown at once: a quick reviewer is on the next case before the server has answered.
    onMutate: (choice) =>
      queries.setQueryData(queryKey, (known) => withChoice(known ?? [], choice, me)),
    onError: (error) => fail('Error', error),
    // While another one is on its way, the server does not know it yet.
    onSettled: () => (queries.isMutating({ mutationKey }) === 1 ? refresh() : undefined),
  });
}

/** Where a reviewer stands in a batch: the case at hand, its note and reason, and what has been decided. */
export function useReview(options: {
  batch: ExceptionBatch;
  /** Places of the cases in the order in which they are gone through. */
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
  // No key decides the case below a dialog. Nothing is drawn again for it.
  const isCovered = useRef(false);
  const decided = useMemo(
    () => new Map(decisions.map((decision) => [decision.item, decision.decision])),
    [decisions],
  );

  const decisionAt = (place: number) => decisions.find((known) => known.item === place);
  const [looked, setLooked] = useState(() => decisionAt(0)?.decided_at);
  const decision = decisionAt(item);
  // Somebody else's decision came while the case was open: it is replaced once it was looked at, and not by a key
  // that was on its way.
  const unseen = decision && decision.decided_by !== me.id && decision.decided_at !== looked;

  const go = (to: number) => {
    setItem(to);
    setLooked(decisionAt(to)?.decided_at);
    setNote('');
    setReason('');
  };
  const choose = (choice: CaseDecision | null) => {
    if (!editable || isCovered.current) return;
    if (unseen) return warn('Not decided', 'Somebody else decided this case meanwhile.');
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

/** What a reviewer has entered on the case at hand. */
export type Draft = ReturnType<typeof useReview>['draft'];
