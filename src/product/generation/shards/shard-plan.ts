import { z } from 'zod';
import { sha256Hex } from '../../../engines/provenance/sha256.ts';
import { AppError } from '../../../shared/errors.ts';
import type { OpenWork, Range, Shard, ShardWork } from './shard-work.ts';

export type ShardPlan = {
  format: 'sandbox-shards/1';
  engine: { name: string; version: string };
  /** Writer of the Parquet files; other versions may write other bytes. */
  writer: { name: 'duckdb'; version: string };
  work: ShardWork;
  shards: Shard[];
  /** SHA-256 of the JSON text without this field. */
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

export type PlannedShards = { plan: ShardPlan; work: OpenWork };

type ReadModel = () => Promise<Uint8Array>;

/** Imports only the code of this kind of work, since start-up matters for short shards. */
async function openWork(work: ShardWork, readModel: ReadModel): Promise<OpenWork> {
  if (work.kind === 'simulation') {
    const { openSimulation } = await import('./simulation-work.ts');
    return openSimulation(work);
  }
  const { openDraw } = await import('./draw-work.ts');
  return openDraw(work, await readModel());
}

const writerVersion = async (): Promise<string> => (await import('@duckdb/node-api')).version();

export function cut(things: number, parts: number): Range[] {
  const edge = (i: number) => Math.floor((things * i) / parts);
  return Array.from({ length: parts }, (_, i) => ({
    first: edge(i),
    count: edge(i + 1) - edge(i),
  }));
}

/** @throws AppError for fewer units than shards, or a model that cannot be sampled in parts */
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
    throw wrong(`Expected 1 to ${MAX_SHARDS} shards.`);
  if (shards > units) throw wrong(`A batch of this size can have at most ${units} shards.`);
  const content = {
    format: 'sandbox-shards/1' as const,
    engine,
    writer: { name: 'duckdb' as const, version: await writerVersion() },
    work: request,
    shards: cut(units, shards).map((range) => ({ units: range, holds: holds(range) })),
  };
  return { ...content, sha256: sha256Hex(JSON.stringify(content)) };
}

/** Returns the plan's text. Weighted choices depend on its key order. */
export const planText = (plan: ShardPlan): string => `${JSON.stringify(plan, null, 2)}\n`;

/** Parses a plan and verifies it by planning again; throws AppError if it differs. */
export async function readPlan(text: string, readModel: ReadModel): Promise<PlannedShards> {
  let found: ShardPlan;
  try {
    const value: unknown = JSON.parse(text);
    outline.parse(value);
    found = value as ShardPlan;
  } catch (cause) {
    throw new AppError('bad_request', 'Not a valid shard plan.', { cause });
  }
  const writer = await writerVersion();
  if (found.writer.version !== writer)
    throw wrong(`The plan requires DuckDB ${found.writer.version}; this is ${writer}.`);
  const work = await openWork(found.work, readModel);
  const { engine } = work;
  if (found.engine.name !== engine.name || found.engine.version !== engine.version)
    throw wrong(
      `The plan requires engine ${found.engine.name} ${found.engine.version}; this is ${engine.version}.`,
    );
  const plan = await planOf(found.work, work, found.shards.length);
  if (JSON.stringify(plan) !== JSON.stringify(found))
    throw wrong('The plan was changed: it does not match its request.');
  return { plan, work };
}
