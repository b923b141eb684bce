import { reasonWords } from '../../../shared/reason-codes.ts';
import type { Decision } from '../../data/case-decisions.ts';
import type { AnalysisRecord } from '../../data/exception-contents.ts';
import type { ExceptionBatch, ExceptionCase } from '../../data/rows.ts';
import { toCsv, withoutFormula } from '../../lib/csv.ts';

export type ExportedBatch = {
  batch: ExceptionBatch;
  cases: readonly ExceptionCase[];
  decisions: readonly Decision[];
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
  'Decided At',
  'Tags',
  'Detectors',
  'Why',
];

const safe = (text: string | null | undefined) => (text ? withoutFormula(text) : '');

/** The decision on each case: its own, else that of its decided batch. */
function outcomes({ batch, cases, decisions }: ExportedBatch) {
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
    };
  });
}

/** A batch as a report for people: formulas are made harmless. */
export function batchCsv(exported: ExportedBatch): string {
  const names = [...new Set(exported.cases.flatMap(({ values }) => Object.keys(values ?? {})))];
  return toCsv(
    [...HEADER, ...names.map(withoutFormula)],
    outcomes(exported).map(({ item, exception, decision, outcome, basis }) => [
      item + 1,
      exception.row,
      exception.score.toFixed(6),
      exception.band ?? '',
      outcome,
      basis,
      reasonWords(decision?.reason_code ?? null) ?? '',
      safe(decision?.note),
      decision?.decided_at ?? '',
      safe(exception.tags?.join('; ')),
      exception.agreeing?.join('; ') ?? '',
      safe(exception.reasons?.join(' | ')),
      ...names.map((name) => safe(exception.values?.[name]?.toString())),
    ]),
  );
}

/** A batch with everything that is on record of it, byte-exact. */
export function batchJson(exported: ExportedBatch): string {
  return `${JSON.stringify(
    {
      batch: exported.batch,
      analysis: exported.analysis,
      cases: outcomes(exported).map(({ item, exception, decision, outcome, basis }) => ({
        case: item + 1,
        ...exception,
        outcome,
        basis: basis || null,
        decision: decision ?? null,
      })),
    },
    null,
    2,
  )}\n`;
}

/** A file's name from a batch's: letters and digits only, and which batch it was. */
export const exportName = (batch: ExceptionBatch, extension: string): string =>
  `exceptions-${batch.batch_name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, 60)}-${batch.id.slice(0, 8)}.${extension}`;
