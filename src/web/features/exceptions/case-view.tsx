import type { ColumnLayout } from '../../../shared/column-layout.ts';
import { reasonWords } from '../../../shared/reason-codes.ts';
import type { CaseDecision } from '../../../shared/statuses.ts';
import type { Decision } from '../../data/case-decisions.ts';
import type { AnalysisRecord } from '../../data/exception-contents.ts';
import type { ExceptionCase } from '../../data/rows.ts';
import { formatShare } from '../../lib/format.ts';
import { CaseDecisionBar } from './case-decision-bar.tsx';
import { CaseContext, CaseMarks } from './case-evidence.tsx';
import { detailsTitleOf, titleOf } from './case-subject.ts';
import type { Draft } from './use-review.ts';
import { UsualAmounts } from './usual-amounts.tsx';

export function CaseView(props: {
  exception: ExceptionCase;
  position: number;
  total: number;
  decision: Decision | undefined;
  analysis: AnalysisRecord | null;
  layout: readonly ColumnLayout[];
  draft: Draft;
  editable: boolean;
  onLook: (() => void) | undefined;
  onDecide: (decision: CaseDecision | null) => void;
}) {
  const { exception, decision } = props;
  return (
    <article aria-live="polite" className="px-6 pt-5 max-md:pb-5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h3 className="text-lg">{titleOf(exception)}</h3>
        <p className="text-ink-soft">
          Case {props.position} of {props.total} by anomaly score ({formatShare(exception.score)})
        </p>
      </div>
      <CaseMarks exception={exception} analysis={props.analysis} />
      <Reasons reasons={exception.reasons ?? []} />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-x-10 xl:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
        <div>
          <Values
            title={detailsTitleOf(
              exception,
              props.analysis === null || props.analysis.roles?.amount !== undefined,
            )}
            values={Object.entries(exception.values ?? {})}
          />
        </div>
        <div>
          <UsualAmounts exception={exception} analysis={props.analysis} layout={props.layout} />
          <CaseContext exception={exception} analysis={props.analysis} />
        </div>
      </div>
      {decision?.reason_code && (
        <p className="mt-3 text-ink-soft">Reason: {reasonWords(decision.reason_code)}</p>
      )}
      {decision?.note && <p className="mt-3 max-w-[72ch] text-ink-soft">Note: {decision.note}</p>}
      <CaseDecisionBar
        decision={decision}
        draft={props.draft}
        editable={props.editable}
        onLook={props.onLook}
        onDecide={props.onDecide}
      />
    </article>
  );
}

function Reasons({ reasons }: { reasons: readonly string[] }) {
  return (
    <>
      <h4 className="mt-5 mb-1.5 text-ink-soft">Why it stands out</h4>
      {reasons.length > 0 ? (
        <ul className="max-w-[72ch] list-disc space-y-1 pl-5 text-base">
          {reasons.map((reason) => (
            <li key={reason}>{reason}</li>
          ))}
        </ul>
      ) : (
        <p className="text-ink-soft">No single reason: the combination of its values is unusual.</p>
      )}
    </>
  );
}

function Values(props: {
  title: string;
  values: readonly [string, string | number | boolean | null][];
}) {
  const { title, values } = props;
  if (values.length === 0) return null;
  return (
    <>
      <h4 className="mt-6 mb-1.5 text-ink-soft">{title}</h4>
      <dl className="grid max-w-2xl grid-cols-[fit-content(60%)_minmax(0,1fr)] gap-x-6 gap-y-1.5">
        {values.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="wrap-anywhere text-ink-soft">{name}</dt>
            <dd className="wrap-anywhere">{value === null ? 'empty' : String(value)}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}
