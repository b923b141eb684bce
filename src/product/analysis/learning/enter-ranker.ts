import type pg from 'pg';
import { engineVersion } from '../../../engines/detect/index.ts';
import type { Run } from '../../../platform/jobs/runs.ts';
import { type DecidedRow, keptDecisions } from './decided-rows.ts';
import { type StoredVersion, trainedThrough } from './stored-rankers.ts';
import type { Fitted, RankerMeasures } from './train-step.ts';

export type TrainedSource = {
  id: string;
  isDataset: boolean;
  filename: string;
  sha256: string;
  decided: number;
};

export type TrainedRanker = {
  seed: string;
  decisions: DecidedRow[];
  sources: TrainedSource[];
  fitted: Fitted;
  measures: RankerMeasures;
  sha256: string;
  newest: StoredVersion | null;
};

const ACCURACY =
  'average precision on the later 30% of decisions, of a ranker trained on the earlier ones; only listed rows are decided';

async function enterRecord(
  tx: pg.PoolClient,
  run: Run,
  { version, ...trained }: TrainedRanker & { version: number },
): Promise<string> {
  const { seed, decisions, sources, fitted, measures, sha256 } = trained;
  const confirmed = decisions.filter(({ label }) => label === 1).length;
  const manifest = {
    format: 'sandbox-ranker/1',
    version,
    engine: { name: 'detect', version: engineVersion },
    model: { sha256, columns: fitted.ranker.columns },
    seed,
    sources,
    decisions: { confirmed, cleared: decisions.length - confirmed },
    evaluation: fitted.evaluation,
    segments: measures.segments,
    accuracy: fitted.evaluation === null ? 'not measured: too few decisions' : ACCURACY,
  };
  const { rows } = await tx.query<{ run_id: string }>(
    `insert into public.governance_audit
       (tenant_id, model_type, dataset_ref, accuracy_score, manifest, created_by)
     values ($1, 'Alert ranker', $2, $3, $4, $5) returning run_id`,
    [
      run.tenant_id,
      `Version ${version}, ${decisions.length} decisions`,
      fitted.evaluation?.ranker ?? null,
      JSON.stringify(manifest),
      run.created_by,
    ],
  );
  return rows[0]!.run_id;
}

/** Enters a version with its record, and the newest one's evaluation on decisions since. */
export async function enterRanker(tx: pg.PoolClient, run: Run, trained: TrainedRanker) {
  const { seed, decisions, sources, fitted, measures, sha256, newest } = trained;
  const version = (newest?.version ?? 0) + 1;
  const governanceRunId = await enterRecord(tx, run, { ...trained, version });
  const { rows } = await tx.query<{ id: string }>(
    `insert into public.rankers
       (tenant_id, version, governance_run_id, seed, decisions, confirmed, cleared, sources, trained_through, model,
        sha256, evaluation, segments, created_by)
     values ($1, $2, $3, $4, $5, $6, $7, $8, to_timestamp($9::float8 / 1000), $10, $11, $12, $13, $14) returning id`,
    [
      run.tenant_id,
      version,
      governanceRunId,
      seed,
      JSON.stringify(keptDecisions(decisions)),
      decisions.filter(({ label }) => label === 1).length,
      decisions.filter(({ label }) => label === 0).length,
      JSON.stringify(sources),
      trainedThrough({ decisions }),
      JSON.stringify(measures.stored),
      sha256,
      JSON.stringify(fitted.evaluation),
      JSON.stringify(measures.segments),
      run.created_by,
    ],
  );
  if (newest !== null && fitted.newest !== null)
    await tx.query('select private.evaluate_ranker($1, $2)', [
      newest.id,
      JSON.stringify(fitted.newest),
    ]);
  const message = `Version ${version} of the ranker was trained on ${decisions.length} decisions.`;
  return { rankerId: rows[0]!.id, governanceRunId, message };
}
