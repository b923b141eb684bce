import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { MODEL_KEY, PLAN_KEY } from '../../product/generation/shards/shard-keys.ts';
import { planShards, planText } from '../../product/generation/shards/shard-plan.ts';
import type { DrawWork, SimulationWork } from '../../product/generation/shards/shard-work.ts';
import { SIMULATED_TABLES } from '../../product/generation/shards/simulated-tables.ts';
import { AppError } from '../../shared/errors.ts';
import { requestFrom, requestOptions, wholeFrom } from '../simulate/simulation-request.ts';
import { givenFrom, ONLY } from '../synthesize/places.ts';
import { refused, seedFrom } from '../terminal/arguments.ts';
import { chunk, findPlan, openPlace } from './open-place.ts';

const drawOptions = {
  rows: { type: 'string' },
  histories: { type: 'string' },
  given: { type: 'string', multiple: true },
} as const;

const options = {
  ...requestOptions,
  ...drawOptions,
  model: { type: 'string' },
  shards: { type: 'string' },
  store: { type: 'string' },
} as const;

type Values = ReturnType<typeof read>;
const read = (args: string[]) => parseArgs({ args, options, strict: true }).values;

function onlyWith(values: Values, kind: string, names: readonly string[]): void {
  const other = names.find((name) => values[name as keyof Values] !== undefined);
  if (other !== undefined) throw refused(`--${other} applies only to ${kind}.`);
}

function simulationFrom(values: Values): SimulationWork {
  onlyWith(values, 'sampling a --model', Object.keys(drawOptions));
  const { seed, idPrefix: _, ...request } = requestFrom(values);
  return { kind: 'simulation', ...request, seed: String(seed), tables: SIMULATED_TABLES };
}

function drawFrom(values: Values, model: Uint8Array): DrawWork {
  const { seed: _, ...simulation } = requestOptions;
  onlyWith(values, 'a simulation without --model', Object.keys(simulation));
  const count = (name: 'rows' | 'histories') => {
    if (values[name] === undefined) return {};
    const number = wholeFrom(values[name], name);
    if (number < 1) throw refused(`--${name}: expected a whole number, 1 or more.`);
    return { [name]: number };
  };
  return {
    kind: 'draw',
    seed: String(seedFrom(values.seed ?? '')),
    modelSha256: createHash('sha256').update(model).digest('hex'),
    ...count('rows'),
    ...count('histories'),
    given: givenFrom(values.given, true)[ONLY] ?? {},
  };
}

export async function planCommand(args: string[]): Promise<number> {
  const values = read(args);
  const store = await openPlace(values.store);
  const model = values.model === undefined ? null : await readModel(values.model);
  const work = model === null ? simulationFrom(values) : drawFrom(values, model);
  const shards = wholeFrom(values.shards, 'shards');
  const { plan } = await planShards(work, shards, async () => model ?? Buffer.alloc(0));
  const there = await findPlan(store);
  if (there !== null && there.plan.sha256 !== plan.sha256)
    throw new AppError(
      'conflict',
      `${values.store} contains the plan of another batch. Choose a new location.`,
    );
  if (there === null) {
    if (model !== null) await store.put(MODEL_KEY, chunk(model));
    await store.put(PLAN_KEY, chunk(planText(plan)));
  }
  const last = plan.shards.length - 1;
  process.stdout.write(
    `Planned ${plan.shards.length} shards (0 to ${last}) in ${values.store}, SHA-256 ${plan.sha256}\n`,
  );
  return 0;
}

const readModel = (path: string) =>
  readFile(path).catch((cause: unknown) => {
    throw new AppError('not_found', `Cannot read ${path}.`, { cause });
  });
