import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import {
  approveBatch,
  rejectBatch,
  returnToQueue,
  startReview,
} from '../../data/exception-batches.ts';
import { profileQuery, useIsAdmin } from '../../data/profile.ts';
import type { ExceptionBatch } from '../../data/rows.ts';
import { formatUtc } from '../../lib/format.ts';
import { fail, notice } from '../../lib/notices.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { TextArea } from '../../ui/input.tsx';
import { ConfirmUnreviewed } from './confirm-unreviewed.tsx';
import { StatusBadge } from './status-badge.tsx';

type Action = 'approve' | 'reject' | 'start' | 'return';

const DONE: Record<Action, string> = {
  approve: 'Batch approved',
  reject: 'Batch rejected',
  start: 'Review started',
  return: 'Returned to the queue',
};

export function BatchActions(props: {
  batch: ExceptionBatch;
  reviewer: string | null;
  /** True if the user ran the analysis behind the batch. */
  isMaker: boolean;
  mayDecide: boolean;
  /** Cases without an individual decision, which take the batch decision. */
  unreviewed: { cases: number; critical: number };
  onDone: () => void;
}) {
  const { batch, unreviewed } = props;
  const [asking, setAsking] = useState<'approve' | 'reject' | null>(null);
  const queries = useQueryClient();
  const profile = useQuery(profileQuery);
  const admin = useIsAdmin();
  const [notes, setNotes] = useState('');

  const act = useMutation({
    mutationFn: (action: Action) => {
      if (action === 'approve') return approveBatch(batch.id, notes);
      if (action === 'reject') return rejectBatch(batch.id, notes);
      return action === 'start' ? startReview(batch.id) : returnToQueue(batch.id);
    },
    onSuccess: (_, action) => {
      notice(DONE[action], batch.batch_name);
      if (action === 'approve' || action === 'reject') props.onDone();
    },
    onError: (error) => fail('Error', error),
    onSettled: () => {
      setAsking(null);
      return queries.invalidateQueries({ queryKey: ['exceptions'] });
    },
  });
  const busy = (action: Action) => act.isPending && act.variables === action;
  // Allow one decision at a time.
  const decide = (action: 'approve' | 'reject') => {
    const needsNotes = action === 'reject' && notes.trim() === '';
    if (unreviewed.cases === 0 || needsNotes) act.mutate(action);
    else setAsking(action);
  };
  const state = (action: Action) => ({
    busy: busy(action),
    disabled: act.isPending && !busy(action),
  });

  if (batch.status === 'pending' && !props.mayDecide) {
    return (
      <p className="border-t border-line px-6 py-4 text-ink-soft">
        You ran this analysis. Maker-checker is on: another member decides its cases and the batch.
      </p>
    );
  }
  if (batch.status === 'pending') {
    return (
      <div className="flex flex-wrap items-end gap-3 border-t border-line px-6 py-4">
        <NotesField own={props.isMaker} notes={notes} onChange={setNotes} />
        <div className="flex flex-wrap gap-2 sm:pb-5.5">
          <Button {...state('start')} onClick={() => act.mutate('start')}>
            Start review
          </Button>
          <Button variant="danger" {...state('reject')} onClick={() => decide('reject')}>
            Reject batch
          </Button>
          <Button variant="primary" {...state('approve')} onClick={() => decide('approve')}>
            Approve batch
          </Button>
        </div>
        <ConfirmUnreviewed
          action={asking}
          unreviewed={unreviewed}
          busy={act.isPending}
          onConfirm={() => asking && act.mutate(asking)}
          onClose={() => setAsking(null)}
        >
          They follow the batch decision without individual review, and count as not reviewed.
        </ConfirmUnreviewed>
      </div>
    );
  }
  const mayReturn =
    batch.status === 'under_review' && (admin || batch.held_by === profile.data?.id);
  return (
    <div className="flex flex-wrap items-center gap-x-5 gap-y-2 border-t border-line px-6 py-4">
      <StatusBadge status={batch.status} />
      <p className="min-w-0 flex-1 break-words text-ink-soft">
        {batch.status === 'under_review'
          ? 'On hold for review: no decisions until the batch returns to the queue.'
          : `${batch.self_approved ? 'Self-approval. ' : ''}By ${props.reviewer ?? 'a deleted user'}, ${formatUtc(batch.reviewed_at)}. ${batch.approval_notes ?? ''}`}
      </p>
      {mayReturn && (
        <Button busy={busy('return')} onClick={() => act.mutate('return')}>
          Return to queue
        </Button>
      )}
    </div>
  );
}

function NotesField(props: { own: boolean; notes: string; onChange: (notes: string) => void }) {
  return (
    <Field
      label="Notes"
      hint={
        props.own
          ? 'You ran this analysis: approving it yourself will be marked as a self-approval.'
          : 'Required to reject; stored with the decision'
      }
      className="min-w-0 flex-1 basis-72"
    >
      {(wiring) => (
        <TextArea
          {...wiring}
          rows={1}
          value={props.notes}
          onChange={(event) => props.onChange(event.target.value)}
        />
      )}
    </Field>
  );
}
