import { reasonWords } from '../../../shared/reason-codes.ts';
import type { Decision } from '../../data/case-decisions.ts';
import type { AnalysisRecord } from '../../data/exception-contents.ts';
import type { ExceptionBatch, ExceptionCase } from '../../data/rows.ts';
import { toCsv, withoutFormula } from '../../lib/csv.ts';

export type ExportedBatch = {
  batch: ExceptionBatch;
  cases: readonly ExceptionCase[];
  decisions: readonly Decision[];
  /** User who decided the batch; null if undecided or the account was deleted. */
  reviewer: string | null;
  analysis: AnalysisRecord | null;
};

const HEADER = [
  'Case',
  'Row',
  'Score',
  'Band',
  'Decision',
  'Basis',
  'Reason',
  'Note',
  'Decided By',
  'Decided At',
  'Tags',
  'Detectors',
  'Why',
  'Batch',
  'Threshold',
];

const GONE = 'a deleted user';

const safe = (text: string | null | undefined) => (text ? withoutFormula(text) : '');

/** Returns the decision on each case: its own, else that of its decided batch. */
function outcomes({ batch, cases, decisions, reviewer }: ExportedBatch) {
  const own = new Map(decisions.map((decision) => [decision.item, decision]));
  const settled = batch.status === 'approved' || batch.status === 'rejected';
  return cases.map((exception, item) => {
    const decision = own.get(item);
    return {
      item,
      exception,
      decision,
      outcome: decision?.decision ?? (settled ? batch.status : 'undecided'),
      basis: decision ? 'case' : settled ? 'batch' : '',
      decidedBy: decision ? (decision.decider ?? GONE) : settled ? (reviewer ?? GONE) : '',
      decidedAt: decision?.decided_at ?? (settled ? (batch.reviewed_at ?? '') : ''),
    };
  });
}

/** Exports a batch as CSV for people; formulas are escaped. */
export function batchCsv(exported: ExportedBatch): string {
  const names = [...new Set(exported.cases.flatMap(({ values }) => Object.keys(values ?? {})))];
  return toCsv(
    [...HEADER, ...names.map(withoutFormula)],
    outcomes(exported).map(
      ({ item, exception, decision, outcome, basis, decidedBy, decidedAt }) => [
        item + 1,
        exception.row,
        exception.score.toFixed(6),
        exception.band ?? '',
        outcome,
        basis,
        reasonWords(decision?.reason_code ?? null) ?? '',
        safe(decision?.note),
        safe(decidedBy),
        decidedAt,
        safe(exception.tags?.join('; ')),
        exception.agreeing?.join('; ') ?? '',
        safe(exception.reasons?.join(' | ')),
        exported.batch.id,
        exported.batch.threshold_used,
        ...names.map((name) => safe(exception.values?.[name]?.toString())),
      ],
    ),
  );
}

export function batchJson(exported: ExportedBatch): string {
  return `${JSON.stringify(
    {
      batch: exported.batch,
      analysis: exported.analysis,
      cases: outcomes(exported).map(({ item, exception, decision, outcome, basis, decidedBy }) => ({
        case: item + 1,
        ...exception,
        outcome,
        basis: basis || null,
        decidedBy: decidedBy || null,
        decision: decision ?? null,
      })),
    },
    null,
    2,
  )}\n`;
}

export const exportName = (batch: ExceptionBatch, extension: string): string =>
  `exceptions-${batch.batch_name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, 60)}-${batch.id.slice(0, 8)}.${extension}`;
