import type pg from 'pg';
import type { RunContext, RunHandler } from '../../platform/jobs/run-context.ts';
import { threadEnd } from '../../platform/threads/thread-end.ts';
import type { AnalysisSource, ThresholdSetting } from '../../shared/contracts/analysis.ts';
import { lockDataset } from '../data/lock-dataset.ts';
import { accuracyOf } from './accuracy.ts';
import type { AnalysisInput, AnalysisMessage } from './analyze-file.ts';
import { type AnalysisParts, type Analyzed, withAnalyzedFiles } from './analyzed-files.ts';
import type { AnalysisFindings } from './findings.ts';
import { rankerInUse } from './learning/ranker-in-use.ts';
import { RISK_METHOD, riskScore } from './risk-score.ts';

type AnalysisSubject = AnalysisSource & {
  seed: string;
  threshold: ThresholdSetting | null;
  windowDays: number | null;
};

export function analyzeHandler(parts: AnalysisParts): RunHandler {
  return async (context) => {
    const subject = context.run.subject as AnalysisSubject;
    const { seed, threshold, windowDays } = subject;
    const ranker = await parts.database.asTenant(context.run.tenant_id, rankerInUse);
    return withAnalyzedFiles(parts, {
      context,
      source: subject,
      threshold,
      work: async ({ analyzed, files }) => {
        const module = new URL('./analyze-thread.ts', import.meta.url);
        const input: AnalysisInput = { ...files, seed, threshold, windowDays, ranker };
        const { findings } = await threadEnd<AnalysisMessage>(context, module, input);
        return parts.database.asTenant(context.run.tenant_id, async (tx) => {
          if (analyzed.manifestId !== null) await lockDataset(tx, analyzed.manifestId);
          await context.fence(tx);
          const confirmed = files.decided.filter(
            ({ label, sourceId }) => label === 1 && sourceId === files.sourceId,
          ).length;
          const outcome = { subject, confirmed, analyzed, findings };
          return context.complete(tx, await enter(tx, context, outcome));
        });
      },
    });
  };
}

type Entry = {
  run: RunContext['run'];
  analyzed: Analyzed;
  findings: AnalysisFindings;
  facts: ReturnType<typeof factsOf>;
};

type Outcome = {
  subject: AnalysisSubject;
  confirmed: number;
  analyzed: Analyzed;
  findings: AnalysisFindings;
};

const factsOf = ({ subject, confirmed, analyzed, findings }: Outcome) => ({
  seed: subject.seed,
  windowDays: subject.windowDays,
  confirmed,
  engine: { name: 'detect', version: findings.engineVersion },
  source: {
    filename: analyzed.filename,
    sha256: analyzed.sha256,
    records: findings.sampledFrom ?? findings.rows,
  },
});

async function enter(
  tx: pg.PoolClient,
  { run }: RunContext,
  outcome: Outcome,
): Promise<{ resultId: string; batchId?: string; message: string }> {
  const { analyzed, findings } = outcome;
  const entry = { run, analyzed, findings, facts: factsOf(outcome) };
  const resultId = await enterResult(tx, entry, await enterRecord(tx, entry));
  const { cases, clusters } = findings;
  const looked = `${analyzed.filename}: ${scoredRows(findings)} rows, ${clusters.count} groups`;
  if (cases.length === 0) return { resultId, message: `${looked}, nothing passed the threshold.` };
  const batchId = await enterExceptions(tx, entry, resultId);
  return { resultId, batchId, message: `${looked}, ${cases.length} rows for review.` };
}

function scoredRows({ rows, sampledFrom, sampledBy }: AnalysisFindings): string {
  if (sampledFrom === null) return `${rows}`;
  if (sampledBy === null) return `a uniform sample of ${rows} of ${sampledFrom}`;
  return `a sample of accounts (${sampledBy}) with ${rows} of ${sampledFrom}`;
}

async function enterRecord(
  tx: pg.PoolClient,
  { run, analyzed, findings, facts }: Entry,
): Promise<string> {
  const accuracy = accuracyOf(findings);
  const { engine, source, seed, windowDays, confirmed } = facts;
  const manifest = {
    format: 'sandbox-analysis/1',
    engine,
    source,
    rows: {
      scored: findings.rows,
      sampledFrom: findings.sampledFrom,
      sampledBy: findings.sampledBy,
    },
    seed,
    windowDays,
    confirmed,
    ranker: findings.ranker,
    threshold: findings.threshold,
    roles: findings.roles,
    features: findings.features,
    detectors: findings.detectors,
    evaluation: findings.evaluation,
    accuracy: accuracy.basis,
    risk: RISK_METHOD,
  };
  const { rows } = await tx.query<{ run_id: string }>(
    `insert into public.governance_audit
       (tenant_id, model_type, dataset_ref, accuracy_score, risk_score, manifest, created_by)
     values ($1, 'Pattern analysis', $2, $3, $4, $5, $6) returning run_id`,
    [
      run.tenant_id,
      analyzed.filename,
      accuracy.value,
      riskScore(findings),
      JSON.stringify(manifest),
      run.created_by,
    ],
  );
  return rows[0]!.run_id;
}

async function enterResult(
  tx: pg.PoolClient,
  { run, analyzed, findings, facts }: Entry,
  recordId: string,
): Promise<string> {
  const { cases, subjects: _, clusters, ...rest } = findings;
  const { rows } = await tx.query<{ id: string }>(
    `insert into public.pattern_analysis_results
       (tenant_id, manifest_id, dataset_name, analysis_type, clusters, anomaly_scores, parameters,
        governance_run_id, created_by, batch_id, data_kind)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) returning id`,
    [
      run.tenant_id,
      analyzed.manifestId,
      analyzed.filename,
      findings.kind === 'transactions' ? 'Transaction patterns' : (analyzed.type ?? 'Row patterns'),
      JSON.stringify(clusters),
      JSON.stringify(cases.map(({ row, score, band }) => ({ row, score, band }))),
      JSON.stringify({ ...rest, ...facts }),
      recordId,
      run.created_by,
      analyzed.batchId,
      analyzed.kind,
    ],
  );
  return rows[0]!.id;
}

async function enterExceptions(
  tx: pg.PoolClient,
  { run, analyzed, findings }: Entry,
  resultId: string,
): Promise<string> {
  const { rows } = await tx.query<{ id: string }>(
    `insert into public.exception_batches
       (tenant_id, batch_name, exception_count, threshold_used, exceptions, manifest_id, result_id, created_by)
     values ($1, $2, $3, $4, $5, $6, $7, $8) returning id`,
    [
      run.tenant_id,
      `Anomalies in ${analyzed.filename}`,
      findings.cases.length,
      findings.threshold.thresholdUsed,
      JSON.stringify(findings.cases),
      analyzed.manifestId,
      resultId,
      run.created_by,
    ],
  );
  const { id } = rows[0]!;
  const column = findings.roles.account ?? findings.roles.customer;
  if (column !== undefined && findings.subjects.length > 0)
    await tx.query(
      'select private.open_cases(b, $2, $3, $4) from public.exception_batches b where b.id = $1',
      [id, analyzed.manifestId ?? analyzed.batchId, column, JSON.stringify(findings.subjects)],
    );
  return id;
}
