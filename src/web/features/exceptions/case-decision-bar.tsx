import type { CaseDecision } from '../../../shared/statuses.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { ReasonField } from './reason-field.tsx';
import type { Draft } from './use-review.ts';

/** The decision on one case: made here while the batch is pending, shown afterwards. */
export function CaseDecisionBar(props: {
  decision: CaseDecision | undefined;
  draft: Draft;
  editable: boolean;
  onDecide: (decision: CaseDecision | null) => void;
}) {
  const { decision, draft, editable } = props;
  if (!editable && !decision) return null;
  return (
    <div className="-mx-6 mt-5 border-t border-line bg-surface px-6 pt-3 md:sticky md:bottom-0 md:pb-3">
      <div className="flex flex-wrap items-end gap-3">
        {editable && (
          <>
            <ReasonField className="w-56" value={draft.reason} onChange={draft.setReason} />
            <Field label="Note on this case" className="min-w-0 flex-1 basis-48">
              {(wiring) => (
                <Input
                  {...wiring}
                  value={draft.note}
                  onChange={(event) => draft.setNote(event.target.value)}
                />
              )}
            </Field>
            <Button
              aria-pressed={decision === 'approved'}
              onClick={() => props.onDecide('approved')}
            >
              Approve this case
            </Button>
            <Button
              aria-pressed={decision === 'rejected'}
              onClick={() => props.onDecide('rejected')}
            >
              Reject this case
            </Button>
          </>
        )}
      </div>
      <div className="mt-2 flex min-h-7 flex-wrap items-center gap-x-3 gap-y-1">
        {decision && <Badge tone={decision === 'approved' ? 'good' : 'danger'}>{decision}</Badge>}
        {decision && editable && (
          <Button variant="ghost" size="small" onClick={() => props.onDecide(null)}>
            Undo
          </Button>
        )}
        {editable && (
          <p className="text-xs text-ink-soft">
            Approve: the row is unusual but legitimate. Reject: it is a confirmed exception.
          </p>
        )}
      </div>
    </div>
  );
}
