import type pg from 'pg';
import { transaction } from '../../platform/database/database.ts';
import type { RunContext, RunHandler } from '../../platform/jobs/run-context.ts';
import { threadEnd } from '../../platform/jobs/thread-end.ts';
import type { AnalysisSource, ThresholdSetting } from '../../shared/contracts/analysis.ts';
import type { AnalysisInput, AnalysisMessage } from './analyze-thread.ts';
import { type AnalysisParts, type Analyzed, withAnalyzedFiles } from './analyzed-files.ts';
import type { AnalysisFindings } from './findings.ts';
import { RISK_METHOD, riskScore } from './risk-score.ts';

export type AnalysisSubject = AnalysisSource & {
  seed: string;
  threshold: ThresholdSetting | null;
};

/** Looks for what a reviewer should see in a dataset or a batch: a result, its record, and a batch where rows were taken. */
export function analyzeHandler(parts: AnalysisParts): RunHandler {
  return async (context) => {
    const subject = context.run.subject as AnalysisSubject;
    const { seed, threshold } = subject;
    return withAnalyzedFiles(parts, context, subject, threshold, async ({ analyzed, files }) => {
      const module = new URL('./analyze-thread.ts', import.meta.url);
      const input: AnalysisInput = { ...files, seed, threshold };
      const { findings } = await threadEnd<AnalysisMessage>(context, module, input);
      return transaction(parts.database.owner, async (tx) => {
        await context.fence(tx);
        return enter(tx, context, subject, analyzed, findings);
      });
    });
  };
}

/** Agreement may be below 0, which is none. */
const accuracyOf = ({ evaluation, agreement, detectors }: AnalysisFindings) =>
  evaluation !== null
    ? { value: evaluation.auc, basis: 'AUC against the labels of the file' }
    : detectors.length < 2
      ? { value: null, basis: 'not measured: one detector and no labels' }
      : {
          value: Math.max(0, agreement),
          basis: 'mean rank correlation between detectors: agreement, not accuracy: no labels',
        };

async function enter(
  tx: pg.PoolClient,
  context: RunContext,
  subject: AnalysisSubject,
  analyzed: Analyzed,
  findings: AnalysisFindings,
): Promise<{ resultId: string; batchId?: string; message: string }> {
  const { tenant_id: tenantId, created_by: createdBy } = context.run;
  const accuracy = accuracyOf(findings);
  const { cases, clusters, ...rest } = findings;
  const parameters = {
    ...rest,
    seed: subject.seed,
    engine: { name: 'detect', version: findings.engineVersion },
    source: { filename: analyzed.filename, sha256: analyzed.sha256, records: findings.rows },
  };
  const manifest = {
    format: 'sandbox-analysis/1',
    engine: parameters.engine,
    source: parameters.source,
    seed: subject.seed,
    threshold: findings.threshold,
    roles: findings.roles,
    features: findings.features,
    detectors: findings.detectors,
    evaluation: findings.evaluation,
    accuracy: accuracy.basis,
    risk: RISK_METHOD,
  };
  const { rows: records } = await tx.query<{ run_id: string }>(
    `insert into public.governance_audit
       (tenant_id, model_type, dataset_ref, accuracy_score, risk_score, manifest, created_by)
     values ($1, 'Pattern analysis', $2, $3, $4, $5, $6) returning run_id`,
    [
      tenantId,
      analyzed.filename,
      accuracy.value,
      riskScore(findings),
      JSON.stringify(manifest),
      createdBy,
    ],
  );
  const { rows: results } = await tx.query<{ id: string }>(
    `insert into public.pattern_analysis_results
       (tenant_id, manifest_id, dataset_name, analysis_type, clusters, anomaly_scores, parameters,
        governance_run_id, created_by, batch_id, data_kind)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) returning id`,
    [
      tenantId,
      analyzed.manifestId,
      analyzed.filename,
      findings.kind === 'transactions' ? 'Transaction patterns' : 'Row patterns',
      JSON.stringify(clusters),
      JSON.stringify(cases.map(({ row, score, band }) => ({ row, score, band }))),
      JSON.stringify(parameters),
      records[0]!.run_id,
      createdBy,
      analyzed.batchId,
      analyzed.kind,
    ],
  );
  const resultId = results[0]!.id;
  const looked = `${analyzed.filename}: ${findings.rows} rows, ${clusters.count} groups`;
  if (cases.length === 0) return { resultId, message: `${looked}, nothing passed the threshold.` };
  const { rows: batches } = await tx.query<{ id: string }>(
    `insert into public.exception_batches
       (tenant_id, batch_name, exception_count, threshold_used, exceptions, manifest_id, result_id, created_by)
     values ($1, $2, $3, $4, $5, $6, $7, $8) returning id`,
    [
      tenantId,
      `Anomalies in ${analyzed.filename}`,
      cases.length,
      findings.threshold.thresholdUsed,
      JSON.stringify(cases),
      analyzed.manifestId,
      resultId,
      createdBy,
    ],
  );
  return {
    resultId,
    batchId: batches[0]!.id,
    message: `${looked}, ${cases.length} rows for review.`,
  };
}
