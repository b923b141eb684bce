import { useQuery } from '@tanstack/react-query';
import { CircleAlert, CircleCheck, CircleDashed, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { isCapReached } from '../../../shared/contracts/report-cap.ts';
import { scoreLimit } from '../../../shared/report-sentences/score-limit.ts';
import { APPROVAL_LABELS } from '../../../shared/statuses.ts';
import { approvalState } from '../../data/approval-state.ts';
import {
  formatDelta,
  formatEpsilon,
  guaranteeNote,
  kindOf,
  manifestOf,
  protectionOf,
  type ScoreState,
  scoreState,
  simulatedInstitution,
  withheldReason,
} from '../../data/batch-facts.ts';
import { batchRecordQuery } from '../../data/batch-record.ts';
import type { BatchReport } from '../../data/reports.ts';
import type { GenerationLog, Run } from '../../data/rows.ts';
import { formatCount, formatScore, formatUtc } from '../../lib/format.ts';
import { LinkButton } from '../../ui/link-button.tsx';
import type { BatchTab } from './batch-tabs.ts';
import { CapNotice } from './cap-notice.tsx';
import type { Finding, ReportPart } from './finding.ts';
import { conditionsOf, findingsOf } from './findings.ts';
import { RunProgress } from './unfinished-batch.tsx';
import { capWarning, percentToTenths } from './verdicts.ts';
import { WhatToDo } from './what-to-do.tsx';

export function BatchOverview(props: {
  loaded: BatchReport;
  made: Run | null;
  measuring: Run | null;
  onPart: (part: ReportPart) => void;
  onTab: (tab: BatchTab) => void;
}) {
  const { batch, report } = props.loaded;
  const withheld = withheldReason(batch);
  const capText = report ? capWarning(report) : isCapReached(withheld) ? withheld : null;
  const findings = report ? findingsOf(batch, report) : [];
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_320px]">
      <div className="rounded-md border border-line bg-surface">
        <dl className="grid sm:grid-cols-2">
          <BigScore
            label="Quality Score"
            state={scoreState(batch, 'quality_score', props.measuring !== null)}
            note={baselineNote(props.loaded)}
          />
          <BigScore
            label="Privacy Score"
            state={scoreState(batch, 'privacy_score', props.measuring !== null)}
            note={riskNote(props.loaded)}
          />
        </dl>
        {props.measuring && (
          <div className="border-t border-line px-5 py-4">
            <RunProgress run={props.measuring} title="Measuring quality and privacy" />
          </div>
        )}
        {findings.length > 0 && (
          <ul className="divide-y divide-line border-t border-line" aria-label="Findings">
            {findings.map((finding) => (
              <FindingLine
                key={finding.text}
                finding={finding}
                onPart={() => props.onPart(finding.part)}
              />
            ))}
          </ul>
        )}
        {batch.status === 'completed' && props.measuring === null && (
          <WhatToDo loaded={props.loaded} />
        )}
        {report === null && props.measuring === null && (
          <p className="border-t border-line px-5 py-4 text-ink-soft">{whyNoReport(batch)}</p>
        )}
        {capText && (
          <div className="px-5">
            <CapNotice text={capText} manifestId={batch.manifest_id} />
          </div>
        )}
      </div>
      <BatchFacts batch={batch} onTab={props.onTab} />
    </div>
  );
}

function whyNoReport(batch: GenerationLog): string {
  if (kindOf(batch) === 'blend')
    return 'A blend contains real rows, which would inflate its similarity to the file, so it is not scored. For a report, generate synthetic rows from the same dataset.';
  const withheld = withheldReason(batch);
  if (kindOf(batch) === 'simulated') return withheld ?? 'Simulated demo data is not measured.';
  return (
    withheld ??
    'This batch has no report: measuring was cancelled or failed. Activity shows the reason.'
  );
}

function BigScore(props: { label: string; state: ScoreState; note: string | null }) {
  const { state } = props;
  return (
    <div className="border-line px-5 py-5 sm:[&+&]:border-l max-sm:[&+&]:border-t">
      <dt className="text-ink-soft">{props.label}</dt>
      <dd className={`figure-serif mt-1 ${state.kind === 'score' ? 'text-2xl' : 'text-xl'}`}>
        {state.kind === 'score' ? formatScore(state.value) : state.word}
      </dd>
      {(state.kind === 'none' || props.note) && (
        <dd className="mt-1 max-w-[52ch] text-xs text-ink-soft">
          {state.kind === 'none' ? state.reason : props.note}
        </dd>
      )}
    </div>
  );
}

function baselineNote({ batch, report }: BatchReport): string | null {
  const { quality, from_scratch: scratch } = report ?? {};
  if (scratch) return `Configuration checks: ${formatScore(batch.quality_score)}`;
  if (!quality?.holdout || quality.holdout.score === null) return null;
  const rows = quality.rows.baseline ?? quality.rows.holdout;
  return `Holdout baseline: ${Math.round(quality.holdout.score * 100)}/100${rows ? ` (${formatCount(rows)} rows)` : ''}`;
}

function riskNote({ report }: BatchReport): string | null {
  const { privacy, from_scratch: scratch } = report ?? {};
  if (scratch) return scratch.privacy.reason;
  if (!privacy) return null;
  const worst = privacy.attacks.toSorted((a, b) => b.upper - a.upper)[0];
  const risk =
    worst && `Highest risk: ${worst.name}, at most ${percentToTenths(Math.max(0, worst.upper))}`;
  if (privacy.score === null || privacy.score !== privacy.cap || privacy.guarantee !== null)
    return risk ?? privacy.reason;
  return `${privacy.score}, ${scoreLimit(privacy)}`;
}

const ICONS = {
  bad: <CircleAlert aria-label="Problem" className="text-danger" />,
  warning: <TriangleAlert aria-label="Weak" className="text-warning" />,
  good: <CircleCheck aria-label="Good" className="text-good" />,
  open: <CircleDashed aria-label="Open" className="text-ink-soft" />,
};

const PART_WORDS: Record<ReportPart, string> = {
  usefulness: 'Usefulness',
  quality: 'Fidelity',
  columns: 'Columns',
  relations: 'Correlations',
  rules: 'Rules',
  fairness: 'Fairness',
  privacy: 'Disclosure risk',
  figures: 'Checks',
  'not-measured': 'Not measured',
};

function FindingLine({ finding, onPart }: { finding: Finding; onPart: () => void }) {
  return (
    <li className="flex items-start gap-3 px-5 py-3 [&>svg]:mt-0.5 [&>svg]:size-4 [&>svg]:shrink-0">
      {ICONS[finding.tone]}
      <div className="min-w-0 flex-1">
        <p className="wrap-anywhere">{finding.text}</p>
        {finding.detail && <p className="text-xs text-ink-soft">{finding.detail}</p>}
      </div>
      <LinkButton onClick={onPart}>
        {PART_WORDS[finding.part]}
        <span className="sr-only"> in the report</span>
      </LinkButton>
    </li>
  );
}

const RECEIVER: Record<string, string> = {
  fidelity: 'My team',
  balanced: 'Inside the bank',
  cautious: 'A partner',
  private: 'The public',
};

const APPROVAL_WORDS = {
  ...APPROVAL_LABELS,
  pending: 'Not approved',
  approved: 'Approved for production',
};

function BatchFacts({ batch, onTab }: { batch: GenerationLog; onTab: (tab: BatchTab) => void }) {
  const record = useQuery(batchRecordQuery(batch.batch_id));
  const manifest = manifestOf(batch);
  const guarantee = guaranteeNote(batch);
  const kind = kindOf(batch);
  const conditions = conditionsOf(batch);
  const approval = record.data ? approvalState(record.data).kind : 'pending';
  const entries: [string, ReactNode][] = [
    [
      'Source',
      manifest.source?.filename ??
        (kind === 'simulated' ? `Simulated ${simulatedInstitution(batch)}` : 'Unknown'),
    ],
    ...(kind === 'learned'
      ? ([
          ['For', RECEIVER[manifest.request?.mode ?? ''] ?? 'Unknown'],
          ['Protection', protectionOf(batch) ?? 'Unknown'],
          [
            'Formal guarantee',
            guarantee
              ? `ε ${formatEpsilon(guarantee.epsilon)}, δ ${formatDelta(guarantee.delta)}`
              : 'None (empirical tests only)',
          ],
        ] as [string, ReactNode][])
      : []),
    ...(conditions ? ([['Conditions', conditions]] as [string, ReactNode][]) : []),
    ['Seed', manifest.seed ?? 'Unknown'],
    ['Rows', formatCount(batch.record_count)],
    ...(batch.deleted_at
      ? ([['Deleted', formatUtc(batch.deleted_at)]] as [string, ReactNode][])
      : []),
    [
      'Approval',
      <LinkButton key="approval" onClick={() => onTab('approval')}>
        {APPROVAL_WORDS[approval]}
      </LinkButton>,
    ],
  ];
  return (
    <dl className="divide-y divide-line rounded-md border border-line bg-surface px-5 py-1">
      {entries.map(([name, value]) => (
        <div key={name} className="flex justify-between gap-4 py-2">
          <dt className="text-ink-soft">{name}</dt>
          <dd className="min-w-0 text-right wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
