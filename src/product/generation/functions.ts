import {
  accountOf,
  defineFunction,
  type FunctionCall,
  type FunctionDefinition,
} from '../../platform/functions/define.ts';
import {
  ANSWER_WHEN_DONE_ROWS,
  generateAccountsBody,
  generateCustomersBody,
  generateFromIngestionBody,
  generateFullBody,
  generateTransactionsBody,
  generationAnswer,
  type SimulationBody,
} from '../../shared/contracts/generation.ts';
import { AppError } from '../../shared/errors.ts';
import type { Product } from '../product.ts';
import { answerFor, freshSeed, type PlannedBatch, queueBatches } from './queue-batches.ts';

type Entity = 'customers' | 'accounts' | 'transactions' | 'full';

const BODIES = {
  customers: generateCustomersBody,
  accounts: generateAccountsBody,
  transactions: generateTransactionsBody,
  full: generateFullBody,
};
const SUMMARIES: Record<Entity, string> = {
  customers: 'Makes synthetic customers.',
  accounts: "Opens synthetic accounts for the organization's customers, or for new ones.",
  transactions: "Books synthetic transactions on the organization's accounts, or on new ones.",
  full: 'Makes customers, as many accounts, and ten times as many transactions, that belong together.',
};

/** Functions that make data, from scratch or shaped by an upload. */
export function generationFunctions(product: Product): FunctionDefinition[] {
  const simulate = async (entity: Entity, call: FunctionCall<SimulationBody>) => {
    const { count, ...settings } = call.body;
    const batches: PlannedBatch[] =
      entity === 'full'
        ? [{ entity: 'customers' }, { entity: 'accounts' }, { entity: 'transactions' }]
        : [{ entity }];
    const seed = String(settings.seed ?? freshSeed());
    const queued = await queueBatches(product, accountOf(call), {
      kind: 'simulate',
      subject: { entity, count, settings: { ...settings, seed } },
      batches,
    });
    const rows = entity === 'full' ? count * 12 : count;
    const { answer, status } = await answerFor(product, queued, rows <= ANSWER_WHEN_DONE_ROWS);
    call.reply.code(status);
    return answer;
  };
  const simulations = (Object.keys(BODIES) as Entity[]).map((entity) =>
    defineFunction({
      name: `generate-${entity}`,
      summary: SUMMARIES[entity],
      audience: 'session',
      body: BODIES[entity],
      answer: generationAnswer,
      handle: (call) => simulate(entity, call),
    }),
  );
  return [
    ...simulations,
    defineFunction({
      name: 'generate-synthetic-from-ingestion',
      summary: 'Makes synthetic rows shaped by an uploaded dataset.',
      audience: 'session',
      body: generateFromIngestionBody,
      answer: generationAnswer,
      handle: async (call) => {
        const { manifest_id: manifestId, count, ...settings } = call.body;
        const account = accountOf(call);
        const { rows } = await product.platform.database.asCaller(call.caller, (tx) =>
          tx.query<{ record_count: string }>(
            'select record_count from public.ingestion_manifests where id = $1',
            [manifestId],
          ),
        );
        const dataset = rows[0];
        if (!dataset) throw new AppError('not_found', 'Dataset not found');
        if (Number(dataset.record_count) === 0) {
          throw new AppError('bad_request', 'The dataset has no rows to learn from.');
        }
        const queued = await queueBatches(product, account, {
          kind: 'synthesize',
          subject: {
            manifestId,
            count,
            settings: { ...settings, seed: String(settings.seed ?? freshSeed()) },
          },
          batches: [{ entity: 'transactions', manifestId }],
        });
        const small = count <= ANSWER_WHEN_DONE_ROWS && Number(dataset.record_count) <= 200_000;
        const { answer, status } = await answerFor(product, queued, small);
        call.reply.code(status);
        return answer;
      },
    }),
  ];
}
