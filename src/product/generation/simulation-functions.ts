import {
  accountOf,
  defineFunction,
  type FunctionCall,
  type FunctionDefinition,
} from '../../platform/functions/define.ts';
import type { Caller } from '../../platform/gateway/caller.ts';
import {
  generateAccountsBody,
  generateCustomersBody,
  generateFullBody,
  generateTransactionsBody,
  generationAnswer,
  type SimulationBody,
} from '../../shared/contracts/generation.ts';
import { AppError } from '../../shared/errors.ts';
import { DEFAULT_COUNTS, MAX_GENERATED_ROWS, SYNC_GENERATION_ROWS } from '../../shared/limits.ts';
import { answerFor, freshSeed, type PlannedBatch, queueBatches } from '../data/queue-batches.ts';
import type { Product } from '../product.ts';
import { requestedRows, type SimulatedEntity } from './from-scratch/simulation-subject.ts';
import { type External, shardsFor } from './shards/sharded-subject.ts';
import { bookOf, type FullBody, generateBook } from './simulate-book-function.ts';

const BODIES = {
  customers: generateCustomersBody,
  accounts: generateAccountsBody,
  transactions: generateTransactionsBody,
  full: generateFullBody,
};
const SUMMARIES: Record<SimulatedEntity, string> = {
  customers: 'Generates synthetic customers.',
  accounts: "Generates synthetic accounts for the organization's customers, or for new ones.",
  transactions: "Generates synthetic transactions on the organization's accounts, or on new ones.",
  full: 'Generates linked customers, accounts and transactions: one account per customer, ten transactions per account. For insurers and credit unions: the linked tables of their book.',
};

export const simulationFunctions = (product: Product): FunctionDefinition[] =>
  (Object.keys(BODIES) as SimulatedEntity[]).map((entity) => simulation(product, entity));

const simulation = (product: Product, entity: SimulatedEntity): FunctionDefinition =>
  defineFunction({
    name: `generate-${entity}`,
    summary: SUMMARIES[entity],
    audience: 'session',
    scope: 'generate',
    body: BODIES[entity],
    answer: generationAnswer,
    handle: async (call: FunctionCall<SimulationBody | FullBody>) => {
      if (entity === 'full') {
        const book = await bookOf(product, call);
        if (book !== null) return generateBook(product, call, book);
      }
      const {
        count = DEFAULT_COUNTS.full,
        executor,
        shards,
        wait_hours: hours,
        ...settings
      } = call.body;
      const external = externalOf(call.body);
      if (external !== undefined) await assertAdmin(product, call.caller);
      const batches: PlannedBatch[] =
        entity === 'full'
          ? [{ entity: 'customers' }, { entity: 'accounts' }, { entity: 'transactions' }]
          : [{ entity }];
      const seed = String(settings.seed ?? freshSeed());
      const subject = { entity, count, settings: { ...settings, seed } };
      const rows = requestedRows({ entity, count });
      const isSharded = rows > MAX_GENERATED_ROWS || external !== undefined;
      const cut = { shards: shards ?? shardsFor(subject), ...(external && { external }) };
      const queued = await queueBatches(product, accountOf(call), {
        ...(isSharded
          ? { kind: 'simulate-shards', subject: { ...subject, ...cut } }
          : { kind: 'simulate', subject }),
        batches,
        once: true,
      });
      const isQuick = !isSharded && rows <= SYNC_GENERATION_ROWS;
      const answer = await answerFor(product, queued, isQuick);
      return answer;
    },
  });

const WAIT_HOURS = 24;

function externalOf({ executor, shards, wait_hours: hours }: FullBody): External | undefined {
  if (executor === 'external') return { hours: hours ?? WAIT_HOURS };
  const other = shards === undefined ? (hours === undefined ? null : 'wait_hours') : 'shards';
  if (other !== null)
    throw new AppError('bad_request', `${other} applies only to the external executor.`);
  return undefined;
}

async function assertAdmin({ platform }: Product, caller: Caller): Promise<void> {
  const { rows } = await platform.database.asCaller(caller, (tx) =>
    tx.query<{ may: boolean }>('select private.is_admin() as may'),
  );
  if (rows[0]?.may !== true)
    throw new AppError('forbidden', 'Only admins can run batches on external machines.');
}
