import { z } from 'zod';
import { sha256Hex } from '../../../engines/provenance/sha256.ts';
import { AppError } from '../../../shared/errors.ts';
import type { OpenWork, Range, Shard, ShardWork } from './shard-work.ts';

/** A batch that is made in parts: everything that a host needs to make any of them. */
export type ShardPlan = {
  format: 'sandbox-shards/1';
  engine: { name: string; version: string };
  /** What writes the Parquet files: another version can write other bytes. */
  writer: { name: 'duckdb'; version: string };
  work: ShardWork;
  shards: Shard[];
  /** Of the JSON text before it was added. */
  sha256: string;
};

const MAX_SHARDS = 10_000;

const outline = z.object({
  format: z.literal('sandbox-shards/1'),
  engine: z.object({ name: z.string(), version: z.string() }),
  writer: z.object({ name: z.literal('duckdb'), version: z.string() }),
  work: z.looseObject({ kind: z.enum(['simulation', 'draw']) }),
  shards: z.array(z.unknown()).min(1).max(MAX_SHARDS),
  sha256: z.string(),
});

const wrong = (message: string) => new AppError('bad_request', message);

/** A plan with what carries it out. */
export type PlannedShards = { plan: ShardPlan; work: OpenWork };

type ReadModel = () => Promise<Uint8Array>;

/** A process makes one kind and loads what that takes: with many short shards the start counts. */
async function openWork(work: ShardWork, readModel: ReadModel): Promise<OpenWork> {
  if (work.kind === 'simulation') {
    const { openSimulation } = await import('./simulation-work.ts');
    return openSimulation(work);
  }
  const { openDraw } = await import('./draw-work.ts');
  return openDraw(work, await readModel());
}

const writerVersion = async (): Promise<string> => (await import('@duckdb/node-api')).version();

/** Things that are numbered, in so many parts: as many in each, and none in two. */
export function cut(things: number, parts: number): Range[] {
  const edge = (i: number) => Math.floor((things * i) / parts);
  return Array.from({ length: parts }, (_, i) => ({
    first: edge(i),
    count: edge(i + 1) - edge(i),
  }));
}

/** @throws AppError where there are fewer units than shards, or the model can't be drawn in parts */
export async function planShards(
  request: ShardWork,
  shards: number,
  readModel: ReadModel,
): Promise<PlannedShards> {
  const work = await openWork(request, readModel);
  return { plan: await planOf(request, work, shards), work };
}

async function planOf(
  request: ShardWork,
  { engine, units, holds }: OpenWork,
  shards: number,
): Promise<ShardPlan> {
  if (!Number.isInteger(shards) || shards < 1 || shards > MAX_SHARDS)
    throw wrong(`There can be 1 to ${MAX_SHARDS} shards.`);
  if (shards > units) throw wrong(`A batch of this size can be made in ${units} shards at most.`);
  const content = {
    format: 'sandbox-shards/1' as const,
    engine,
    writer: { name: 'duckdb' as const, version: await writerVersion() },
    work: request,
    shards: cut(units, shards).map((range) => ({ units: range, holds: holds(range) })),
  };
  return { ...content, sha256: sha256Hex(JSON.stringify(content)) };
}

/** The text of the plan's file. Its order counts: what is drawn by weight is drawn in the order of the configuration. */
export const planText = (plan: ShardPlan): string => `${JSON.stringify(plan, null, 2)}\n`;

/**
 * Reads a plan, and makes it again from its work: a plan that says anything else than its work does is refused.
 *
 * @throws AppError where it is none, was changed, or needs another version of the program
 */
export async function readPlan(text: string, readModel: ReadModel): Promise<PlannedShards> {
  let found: ShardPlan;
  try {
    const value: unknown = JSON.parse(text);
    outline.parse(value);
    found = value as ShardPlan;
  } catch (cause) {
    throw new AppError('bad_request', 'This is no plan of shards.', { cause });
  }
  const writer = await writerVersion();
  if (found.writer.version !== writer)
    throw wrong(`The plan needs DuckDB ${found.writer.version}, and this is ${writer}.`);
  const work = await openWork(found.work, readModel);
  const { engine } = work;
  if (found.engine.name !== engine.name || found.engine.version !== engine.version)
    throw wrong(
      `The plan needs engine ${found.engine.name} ${found.engine.version}, and this is ${engine.version}.`,
    );
  const plan = await planOf(found.work, work, found.shards.length);
  if (JSON.stringify(plan) !== JSON.stringify(found))
    throw wrong('The plan was changed: it is not what its request gives.');
  return { plan, work };
}
