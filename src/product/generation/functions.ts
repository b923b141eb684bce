import { randomUUID } from 'node:crypto';
import {
  accountOf,
  defineFunction,
  type FunctionCall,
  type FunctionDefinition,
} from '../../platform/functions/define.ts';
import type { Caller } from '../../platform/gateway/caller.ts';
import {
  createBlendAnswer,
  createBlendBody,
  generateAccountsBody,
  generateCustomersBody,
  generateFromIngestionBody,
  generateFullBody,
  generateTransactionsBody,
  generationAnswer,
  type SimulationBody,
} from '../../shared/contracts/generation.ts';
import { AppError } from '../../shared/errors.ts';
import { MAX_GENERATED_ROWS, SYNC_GENERATION_ROWS } from '../../shared/limits.ts';
import type { Product } from '../product.ts';
import { requestedRows, type SimulatedEntity } from './from-scratch/simulation-subject.ts';
import { generateFromTables } from './from-tables/generate-from-tables.ts';
import { answerFor, freshSeed, type PlannedBatch, queueBatches } from './queue-batches.ts';
import { shardsFor } from './shards/sharded-subject.ts';

const BODIES = {
  customers: generateCustomersBody,
  accounts: generateAccountsBody,
  transactions: generateTransactionsBody,
  full: generateFullBody,
};
const SUMMARIES: Record<SimulatedEntity, string> = {
  customers: 'Makes synthetic customers.',
  accounts: "Opens synthetic accounts for the organization's customers, or for new ones.",
  transactions: "Books synthetic transactions on the organization's accounts, or on new ones.",
  full: 'Makes linked customers, accounts and transactions: as many accounts as customers, ten times as many transactions.',
};

/** An upload is small where a batch of it is made while its caller waits. */
const SMALL_DATASET_ROWS = 200_000;

const isSmall = (count: number, dataset: VisibleDataset): boolean =>
  count <= SYNC_GENERATION_ROWS && dataset.rows <= SMALL_DATASET_ROWS;

type VisibleDataset = { rows: number; kind: string; filename: string; columns: string[] };

/** The dataset that a call names, as far as its caller may see it. */
async function findDataset(
  { platform }: Product,
  caller: Caller,
  manifestId: string,
): Promise<VisibleDataset> {
  const { rows } = await platform.database.asCaller(caller, (tx) =>
    tx.query<{ record_count: string; kind: string; filename: string; columns: string[] }>(
      'select record_count, kind, filename, array(select json_object_keys(schema)) as columns from public.ingestion_manifests where id = $1',
      [manifestId],
    ),
  );
  if (!rows[0]) throw new AppError('not_found', 'Dataset not found');
  const { record_count: count, ...dataset } = rows[0];
  return { ...dataset, rows: Number(count) };
}

/** Functions that make data, from scratch or shaped by an upload. */
export function generationFunctions(product: Product): FunctionDefinition[] {
  return [
    ...(Object.keys(BODIES) as SimulatedEntity[]).map((entity) => simulation(product, entity)),
    synthesis(product),
    generateFromTables(product),
    blend(product),
  ];
}

const simulation = (product: Product, entity: SimulatedEntity): FunctionDefinition =>
  defineFunction({
    name: `generate-${entity}`,
    summary: SUMMARIES[entity],
    audience: 'session',
    body: BODIES[entity],
    answer: generationAnswer,
    handle: async (call: FunctionCall<SimulationBody>) => {
      const { count, ...settings } = call.body;
      const batches: PlannedBatch[] =
        entity === 'full'
          ? [{ entity: 'customers' }, { entity: 'accounts' }, { entity: 'transactions' }]
          : [{ entity }];
      const seed = String(settings.seed ?? freshSeed());
      const subject = { entity, count, settings: { ...settings, seed } };
      const rows = requestedRows({ entity, count });
      const queued = await queueBatches(product, accountOf(call), {
        ...(rows > MAX_GENERATED_ROWS
          ? { kind: 'simulate-shards', subject: { ...subject, shards: shardsFor(subject) } }
          : { kind: 'simulate', subject }),
        batches,
      });
      const isQuick = rows <= SYNC_GENERATION_ROWS;
      const { answer, status } = await answerFor(product, queued, isQuick);
      call.reply.code(status);
      return answer;
    },
  });

const synthesis = (product: Product): FunctionDefinition =>
  defineFunction({
    name: 'generate-synthetic-from-ingestion',
    summary: 'Makes synthetic rows shaped by an uploaded dataset.',
    audience: 'session',
    body: generateFromIngestionBody,
    answer: generationAnswer,
    handle: async (call) => {
      const { manifest_id: manifestId, count, name, ...settings } = call.body;
      const dataset = await findDataset(product, call.caller, manifestId);
      if (dataset.rows === 0) {
        throw new AppError('bad_request', 'The dataset has no rows to learn from.');
      }
      const { given = {}, rebalance } = settings;
      const conditioned = [...Object.keys(given), ...(rebalance ? [rebalance.column] : [])];
      const unknown = conditioned.find((column) => !dataset.columns.includes(column));
      if (unknown !== undefined) {
        throw new AppError('bad_request', `${dataset.filename} has no column ${unknown}.`);
      }
      const seed = String(settings.seed ?? freshSeed());
      const queued = await queueBatches(product, accountOf(call), {
        kind: 'synthesize',
        subject: { manifestId, filename: dataset.filename, count, settings: { ...settings, seed } },
        batches: [{ entity: 'transactions', manifestId, ...(name && { name }) }],
      });
      const { answer, status } = await answerFor(product, queued, isSmall(count, dataset));
      call.reply.code(status);
      return answer;
    },
  });

const blend = (product: Product): FunctionDefinition =>
  defineFunction({
    name: 'create-blend',
    summary:
      'Puts real rows of a dataset, without direct identifiers, beside synthetic ones, each marked.',
    audience: 'session',
    body: createBlendBody,
    answer: createBlendAnswer,
    handle: async (call) => {
      const { manifest_id: manifestId, real_share: share, count, seed } = call.body;
      const dataset = await findDataset(product, call.caller, manifestId);
      if (dataset.kind !== 'upload') {
        throw new AppError('bad_request', 'Only an uploaded dataset can be blended.');
      }
      const real = Math.round(count * share);
      if (real > dataset.rows) {
        throw new AppError(
          'bad_request',
          `The dataset has ${dataset.rows} rows; a blend with ${real} real rows can't be made of it.`,
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
      const { answer, status } = await answerFor(product, queued, isSmall(count, dataset));
      call.reply.code(status);
      return { ...answer, manifest_id: blendId };
    },
  });
