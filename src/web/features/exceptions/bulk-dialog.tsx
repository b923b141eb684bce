import { useState } from 'react';
import type { ReasonCode } from '../../../shared/reason-codes.ts';
import type { CaseDecision } from '../../../shared/statuses.ts';
import type { ExceptionCase } from '../../data/rows.ts';
import { formatCount, formatShare } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { useIssue } from '../../ui/use-issue.ts';
import { bulkItems, MAX_AT_ONCE, valuesOf } from './bulk.ts';
import { ConfirmUnreviewed } from './confirm-unreviewed.tsx';
import { ReasonField } from './reason-field.tsx';

export type BulkChoice = { items: number[]; decision: CaseDecision; reason: ReasonCode };

export function BulkDialog(props: {
  cases: readonly ExceptionCase[];
  decided: ReadonlyMap<number, unknown>;
  onClose: () => void;
  onDecide: (choice: BulkChoice) => void;
}) {
  const [band, setBand] = useState('');
  const [tag, setTag] = useState('');
  const [reason, setReason] = useState<ReasonCode | ''>('');
  const [asking, setAsking] = useState<'approve' | 'reject' | null>(null);
  const { items, more, highest, critical } = bulkItems(props.cases, props.decided, { band, tag });
  const { issueAt, refuse } = useIssue<'reason'>();
  const send = (action: 'approve' | 'reject') => {
    if (reason !== '')
      props.onDecide({ items, decision: action === 'approve' ? 'approved' : 'rejected', reason });
  };
  const decide = (action: 'approve' | 'reject') => {
    if (reason === '') {
      return refuse({ field: 'reason', message: 'A reason is needed to decide several cases' });
    }
    if (critical > 0) return setAsking(action);
    send(action);
  };
  const bands = valuesOf(props.cases, ({ band }) => (band ? [band] : []));
  const tags = valuesOf(props.cases, (exception) => exception.tags ?? []);
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && props.onClose()}
      title="Decide several cases"
      description="Applies to undecided cases. Critical cases are confirmed first, as with the batch."
      footer={
        <>
          <Button onClick={props.onClose}>Cancel</Button>
          <Button disabled={items.length === 0} onClick={() => decide('reject')}>
            Reject {formatCount(items.length)}
          </Button>
          <Button variant="primary" disabled={items.length === 0} onClick={() => decide('approve')}>
            Approve {formatCount(items.length)}
          </Button>
        </>
      }
    >
      <div className="space-y-4 pt-1">
        <SelectField
          label="Score band"
          value={band}
          options={bands.map((value) => ({ value, label: value }))}
          placeholder="Any band"
          onChange={setBand}
        />
        <SelectField
          label="Rule tag"
          value={tag}
          options={tags.map((value) => ({ value, label: value }))}
          placeholder="Any or none"
          onChange={setTag}
        />
        <ReasonField
          label="Reason for all of them"
          issue={issueAt('reason')}
          none="Select a reason"
          value={reason}
          onChange={setReason}
        />
        <p role="status" className="border-l-2 border-warning bg-sunk px-4 py-3">
          {items.length === 0
            ? 'No case matches.'
            : `${formatCount(items.length)} ${items.length === 1 ? 'case' : 'cases'}${critical > 0 ? `, ${formatCount(critical)} of them Critical` : ''}; the highest scores ${formatShare(highest ?? 0)}.`}
          {more > 0 &&
            ` ${formatCount(more)} more match: at most ${MAX_AT_ONCE} are decided at once.`}
        </p>
      </div>
      <ConfirmUnreviewed
        action={asking}
        unreviewed={{ cases: items.length, critical }}
        busy={false}
        onConfirm={() => asking && send(asking)}
        onClose={() => setAsking(null)}
      >
        They are decided together, without individual review.
      </ConfirmUnreviewed>
    </Dialog>
  );
}
