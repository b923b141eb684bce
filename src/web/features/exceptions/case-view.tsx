import { type ReasonCode, reasonWords } from '../../../shared/reason-codes.ts';
import type { CaseDecision } from '../../../shared/statuses.ts';
import type { Decision } from '../../data/case-decisions.ts';
import type { AnalysisRecord } from '../../data/exception-contents.ts';
import type { ExceptionCase } from '../../data/rows.ts';
import { formatCount, formatShare } from '../../lib/format.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { CaseContext, CaseMarks } from './case-evidence.tsx';
import { ReasonField } from './reason-field.tsx';

/** One odd row: why it stands out, in sentences, and what it holds. */
export function CaseView(props: {
  exception: ExceptionCase;
  position: number;
  total: number;
  decision: Decision | undefined;
  analysis: AnalysisRecord | null;
  reason: ReasonCode | '';
  onReason: (reason: ReasonCode | '') => void;
  note: string;
  onNote: (note: string) => void;
  editable: boolean;
  onDecide: (decision: CaseDecision | null) => void;
}) {
  const { exception } = props;
  const decision = props.decision?.decision;
  const values = Object.entries(exception.values ?? {});
  return (
    <article aria-live="polite" className="px-6 pt-5 max-md:pb-5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h3 className="text-lg">Row {formatCount(exception.row)}</h3>
        <p className="text-ink-soft">
          Case {props.position} of {props.total} · anomaly score {formatShare(exception.score)}
        </p>
      </div>

      <CaseMarks exception={exception} analysis={props.analysis} />

      <h4 className="mt-5 mb-1.5 text-ink-soft">Why it stands out</h4>
      {exception.reasons && exception.reasons.length > 0 ? (
        <ul className="max-w-[72ch] list-disc space-y-1 pl-5 text-base">
          {exception.reasons.map((reason) => (
            <li key={reason}>{reason}</li>
          ))}
        </ul>
      ) : (
        <p className="text-ink-soft">No single reason: it is far from the other rows as a whole.</p>
      )}

      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-x-10 xl:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
        <div>
          {values.length > 0 && (
            <>
              <h4 className="mt-6 mb-1.5 text-ink-soft">What the row holds</h4>
              <dl className="grid max-w-2xl grid-cols-[fit-content(60%)_minmax(0,1fr)] gap-x-6 gap-y-1.5">
                {values.map(([name, value]) => (
                  <div key={name} className="contents">
                    <dt className="wrap-anywhere text-ink-soft">{name}</dt>
                    <dd className="wrap-anywhere">{value === null ? 'empty' : String(value)}</dd>
                  </div>
                ))}
              </dl>
            </>
          )}
        </div>
        <div>
          <CaseContext exception={exception} analysis={props.analysis} />
        </div>
      </div>

      {props.decision?.reason_code && (
        <p className="mt-3 text-ink-soft">Reason: {reasonWords(props.decision.reason_code)}</p>
      )}
      {props.decision?.note && (
        <p className="mt-3 max-w-[72ch] text-ink-soft">Note: {props.decision.note}</p>
      )}
      {(props.editable || decision) && (
        <div className="-mx-6 mt-5 border-t border-line bg-surface px-6 pt-3 md:sticky md:bottom-0 md:pb-3">
          <div className="flex flex-wrap items-end gap-3">
            {props.editable && (
              <>
                <ReasonField className="w-56" value={props.reason} onChange={props.onReason} />
                <Field label="Note on this case" className="min-w-0 flex-1 basis-48">
                  {(wiring) => (
                    <Input
                      {...wiring}
                      value={props.note}
                      onChange={(event) => props.onNote(event.target.value)}
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
            {decision && (
              <Badge tone={decision === 'approved' ? 'good' : 'danger'}>{decision}</Badge>
            )}
            {decision && props.editable && (
              <Button variant="ghost" size="small" onClick={() => props.onDecide(null)}>
                Undo
              </Button>
            )}
            {props.editable && (
              <p className="text-xs text-ink-soft">
                Approve: the row is unusual but legitimate. Reject: it is a confirmed exception.
              </p>
            )}
          </div>
        </div>
      )}
    </article>
  );
}
