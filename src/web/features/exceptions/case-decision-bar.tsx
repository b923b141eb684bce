import type { CaseDecision } from '../../../shared/statuses.ts';
import type { Decision } from '../../data/case-decisions.ts';
import { formatUtc } from '../../lib/format.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { ReasonField } from './reason-field.tsx';
import type { Draft } from './use-review.ts';

export function CaseDecisionBar(props: {
  decision: Decision | undefined;
  draft: Draft;
  editable: boolean;
  /** Defined if another user decided the case while it was open. */
  onLook: (() => void) | undefined;
  onDecide: (decision: CaseDecision | null) => void;
}) {
  const { decision: made, draft, editable, onLook } = props;
  if (!editable && !made) return null;
  const decision = made?.decision;
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
              disabled={onLook !== undefined}
              onClick={() => props.onDecide('approved')}
            >
              Approve (legitimate)
            </Button>
            <Button
              aria-pressed={decision === 'rejected'}
              disabled={onLook !== undefined}
              onClick={() => props.onDecide('rejected')}
            >
              Reject (confirmed)
            </Button>
          </>
        )}
      </div>
      <div className="mt-2 flex min-h-7 flex-wrap items-center gap-x-3 gap-y-1">
        <span
          role="status"
          className="empty:-mr-3 flex flex-wrap items-center gap-x-3 gap-y-1 wrap-anywhere"
        >
          {made && (
            <Badge tone={decision === 'approved' ? 'good' : 'danger'}>{made.decision}</Badge>
          )}
          {made && (
            <span className="text-xs text-ink-soft">
              by {made.decider ?? 'a deleted user'}, {formatUtc(made.decided_at)}
              {onLook && '. Decided while this case was open'}
            </span>
          )}
        </span>
        {made && editable && !onLook && (
          <Button variant="ghost" size="small" onClick={() => props.onDecide(null)}>
            Undo
          </Button>
        )}
        {onLook && editable && (
          <Button size="small" onClick={onLook}>
            Change decision
          </Button>
        )}
      </div>
    </div>
  );
}
