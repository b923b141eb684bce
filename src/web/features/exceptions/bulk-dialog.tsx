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
import { ReasonField } from './reason-field.tsx';

export type BulkChoice = { items: number[]; decision: CaseDecision; reason: ReasonCode };

export function BulkDialog(props: {
  cases: readonly ExceptionCase[];
  decided: ReadonlyMap<number, unknown>;
  busy: boolean;
  onClose: () => void;
  onDecide: (choice: BulkChoice) => void;
}) {
  const [band, setBand] = useState('');
  const [tag, setTag] = useState('');
  const [reason, setReason] = useState<ReasonCode | ''>('');
  const { items, more, highest } = bulkItems(props.cases, props.decided, { band, tag });
  const { issueAt, refuse } = useIssue<'reason'>();
  const decide = (decision: CaseDecision) => {
    if (reason === '') {
      return refuse({ field: 'reason', message: 'A reason is needed to decide several cases' });
    }
    props.onDecide({ items, decision, reason });
  };
  const bands = valuesOf(props.cases, (exception) =>
    exception.band && exception.band !== 'Critical' ? [exception.band] : [],
  );
  const tags = valuesOf(props.cases, (exception) => exception.tags ?? []);
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && props.onClose()}
      title="Decide several cases"
      description="Applies to undecided cases. Critical cases need individual review."
      footer={
        <>
          <Button onClick={props.onClose}>Cancel</Button>
          <Button disabled={items.length === 0 || props.busy} onClick={() => decide('rejected')}>
            Reject {formatCount(items.length)}
          </Button>
          <Button
            variant="primary"
            disabled={items.length === 0 || props.busy}
            onClick={() => decide('approved')}
          >
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
          placeholder="Any below Critical"
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
            : `${formatCount(items.length)} ${items.length === 1 ? 'case' : 'cases'}; the highest scores ${formatShare(highest ?? 0)}.`}
          {more > 0 &&
            ` ${formatCount(more)} more match: at most ${MAX_AT_ONCE} are decided at once.`}
        </p>
      </div>
    </Dialog>
  );
}
