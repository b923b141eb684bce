import { useMutation, useQueryClient } from '@tanstack/react-query';
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
import type { ExceptionBatch } from '../../data/rows.ts';
import { formatCount } from '../../lib/format.ts';
import { fail, notice, warn } from '../../lib/notices.ts';
import type { BulkChoice } from './bulk-dialog.tsx';

export const decideKey = (batchId: string) => ['decide', batchId];

type Me = { id: string; email: string };

/** The decisions on a batch's cases: one at a time, shown before the server has answered, or several at once. */
function useDecisions(batch: ExceptionBatch, me: Me, onBulkDone: () => void) {
  const queries = useQueryClient();
  const { queryKey } = decisionsQuery(batch.id);
  const refresh = () =>
    Promise.all(
      [queryKey, ['exceptions', 'history'], ['exceptions', 'precision']].map((key) =>
        queries.invalidateQueries({ queryKey: key }),
      ),
    );
  const mutationKey = decideKey(batch.id);
  const decide = useMutation({
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
  const decideMany = useMutation({
    mutationFn: (choice: BulkChoice) => decideCases(batch.id, choice),
    onSuccess: (_, { items, decision }) => {
      notice(`${formatCount(items.length)} cases ${decision}`, batch.batch_name);
      onBulkDone();
    },
    onError: (error) => fail('Error', error),
    onSettled: () => refresh(),
  });
  return { decide, decideMany };
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
  const [bulkOpen, setBulkOpen] = useState(false);
  const { decide, decideMany } = useDecisions(batch, me, () => setBulkOpen(false));
  const decided = new Map(decisions.map((decision) => [decision.item, decision.decision]));

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
    if (!editable || bulkOpen) return;
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
    bulk: { open: bulkOpen, setOpen: setBulkOpen, decide: decideMany },
  };
}

/** What a reviewer has entered on the case at hand. */
export type Draft = ReturnType<typeof useReview>['draft'];
