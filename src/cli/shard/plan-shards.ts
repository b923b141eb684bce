import { parseArgs } from 'node:util';
import { PLAN_KEY } from '../../product/generation/shards/shard-keys.ts';
import { planShards, planText } from '../../product/generation/shards/shard-plan.ts';
import type { SimulationWork } from '../../product/generation/shards/shard-work.ts';
import { SIMULATED_TABLES } from '../../product/generation/shards/simulated-tables.ts';
import { AppError } from '../../shared/errors.ts';
import { requestFrom, requestOptions, wholeFrom } from '../simulate/simulation-request.ts';
import { chunk, findPlan, openPlace } from './open-place.ts';

const options = {
  ...requestOptions,
  shards: { type: 'string' },
  store: { type: 'string' },
} as const;

/** `sandbox shard plan`: writes what each shard of a batch is. The same request gives the same plan. */
export async function planCommand(args: string[]): Promise<number> {
  const { values } = parseArgs({ args, options, strict: true });
  const { seed, idPrefix: _, ...request } = requestFrom(values);
  const work: SimulationWork = {
    kind: 'simulation',
    ...request,
    seed: String(seed),
    tables: SIMULATED_TABLES,
  };
  const plan = planShards(work, wholeFrom(values.shards, 'shards'));
  const store = await openPlace(values.store);
  const there = await findPlan(store);
  if (there !== null && there.sha256 !== plan.sha256)
    throw new AppError('conflict', `another batch is planned in ${values.store}: name a new place`);
  if (there === null) await store.put(PLAN_KEY, chunk(planText(plan)));
  const last = plan.shards.length - 1;
  process.stdout.write(
    `${plan.shards.length} shards, 0 to ${last}, are planned in ${values.store}, SHA-256 ${plan.sha256}\n`,
  );
  return 0;
}
