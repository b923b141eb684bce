import { randomUUID } from 'node:crypto';
import {
  accountOf,
  defineFunction,
  type FunctionDefinition,
} from '../../platform/functions/define.ts';
import type { Caller } from '../../platform/gateway/caller.ts';
import type { ColumnLayout } from '../../shared/column-layout.ts';
import {
  createBlendAnswer,
  createBlendBody,
  generateFromIngestionBody,
  generationAnswer,
} from '../../shared/contracts/generation.ts';
import { AppError } from '../../shared/errors.ts';
import { SYNC_GENERATION_ROWS } from '../../shared/limits.ts';
import { answerFor, freshSeed, queueBatches } from '../data/queue-batches.ts';
import { refuseOpenForms } from '../data/refuse-open-forms.ts';
import type { Product } from '../product.ts';
import { calibrateDatasetFunction } from './calibrate/calibrate-dataset.ts';
import { generateFromTables } from './generate-from-tables.ts';
import { exportBankTableFunction } from './ground-truth/export-bank-table.ts';
import { readGroundTruthFunction } from './ground-truth/read-ground-truth.ts';
import { refuseConditions } from './refuse-conditions.ts';
import { scoreAlertsFunction } from './score-alerts/score-alerts.ts';
import { externalJob } from './shards/external-job.ts';
import { simulationFunctions } from './simulation-functions.ts';

/** Uploads up to this size are synthesized while the caller waits. */
const SMALL_DATASET_ROWS = 200_000;

const isSmall = (count: number, dataset: VisibleDataset): boolean =>
  count <= SYNC_GENERATION_ROWS && dataset.rows <= SMALL_DATASET_ROWS;

type VisibleDataset = {
  rows: number;
  kind: string;
  filename: string;
  columns: string[];
  layout: ColumnLayout[] | null;
  template: string | null;
};

async function findDataset(
  { platform }: Product,
  caller: Caller,
  manifestId: string,
): Promise<VisibleDataset> {
  const { rows } = await platform.database.asCaller(caller, (tx) =>
    tx.query<Omit<VisibleDataset, 'rows'> & { record_count: string }>(
      'select record_count, kind, filename, layout, template, array(select json_object_keys(schema)) as columns from public.ingestion_manifests where id = $1',
      [manifestId],
    ),
  );
  if (!rows[0]) throw new AppError('not_found', 'Dataset not found');
  const { record_count: count, ...dataset } = rows[0];
  return { ...dataset, rows: Number(count) };
}

export function generationFunctions(product: Product): FunctionDefinition[] {
  return [
    ...simulationFunctions(product),
    externalJob(product),
    readGroundTruthFunction(product),
    exportBankTableFunction(product),
    scoreAlertsFunction(product),
    calibrateDatasetFunction(product),
    synthesis(product),
    generateFromTables(product),
    blend(product),
  ];
}

const synthesis = (product: Product): FunctionDefinition =>
  defineFunction({
    name: 'generate-synthetic-from-ingestion',
    summary: 'Generates synthetic rows with the columns of an uploaded dataset.',
    audience: 'session',
    scope: 'generate',
    body: generateFromIngestionBody,
    answer: generationAnswer,
    handle: async (call) => {
      const { manifest_id: manifestId, count, name, ...settings } = call.body;
      const dataset = await findDataset(product, call.caller, manifestId);
      if (dataset.rows === 0) {
        throw new AppError('bad_request', 'The dataset has no rows to learn from.');
      }
      refuseOpenForms([dataset]);
      const { given, rebalance } = settings;
      const { filename } = dataset;
      refuseConditions([{ name: filename, columns: dataset.columns }], {
        ...(given && { given: { [filename]: given } }),
        ...(rebalance && { rebalance: { ...rebalance, table: filename } }),
      });
      const seed = String(settings.seed ?? freshSeed());
      const queued = await queueBatches(product, accountOf(call), {
        kind: 'synthesize',
        subject: { manifestId, filename: dataset.filename, count, settings: { ...settings, seed } },
        batches: [{ entity: 'transactions', manifestId, ...(name && { name }) }],
      });
      const answer = await answerFor(product, queued, isSmall(count, dataset));
      return answer;
    },
  });

const blend = (product: Product): FunctionDefinition =>
  defineFunction({
    name: 'create-blend',
    summary:
      'Blends real rows of a dataset, without direct identifiers, with synthetic ones; each row is tagged.',
    audience: 'session',
    body: createBlendBody,
    answer: createBlendAnswer,
    handle: async (call) => {
      const { manifest_id: manifestId, real_share: share, count, seed } = call.body;
      const dataset = await findDataset(product, call.caller, manifestId);
      if (dataset.kind !== 'upload') {
        throw new AppError('bad_request', 'Only an uploaded dataset can be blended.');
      }
      refuseOpenForms([dataset]);
      const real = Math.round(count * share);
      if (real > dataset.rows) {
        throw new AppError(
          'bad_request',
          `The dataset has only ${dataset.rows} rows; the blend needs ${real} real rows.`,
        );
      }
      if (dataset.rows === 0)
        throw new AppError('bad_request', 'The dataset has no rows to blend.');
      const blendId = randomUUID();
      const queued = await queueBatches(product, accountOf(call), {
        kind: 'blend',
        subject: {
          manifestId,
          blendId,
          filename: dataset.filename,
          count,
          real,
          seed: String(seed ?? freshSeed()),
        },
        batches: [{ entity: 'blend', manifestId }],
      });
      const answer = await answerFor(product, queued, isSmall(count, dataset));
      return { ...answer, manifest_id: blendId };
    },
  });
