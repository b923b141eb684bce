import { version as writerVersion } from '@duckdb/node-api';
import { z } from 'zod';
import { sha256Hex } from '../../../engines/provenance/sha256.ts';
import { AppError } from '../../../shared/errors.ts';
import type { OpenWork, Range, Shard, ShardWork } from './shard-work.ts';
import { openSimulation } from './simulation-work.ts';

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
  work: z.looseObject({ kind: z.literal('simulation') }),
  shards: z.array(z.unknown()).min(1).max(MAX_SHARDS),
  sha256: z.string(),
});

const wrong = (message: string) => new AppError('bad_request', message);

export const openWork = (work: ShardWork): OpenWork => openSimulation(work);

/** As many units in each shard, and none in two. */
function cut(units: number, shards: number): Range[] {
  const edge = (i: number) => Math.floor((units * i) / shards);
  return Array.from({ length: shards }, (_, i) => ({
    first: edge(i),
    count: edge(i + 1) - edge(i),
  }));
}

/** @throws AppError where there are fewer units than shards */
export function planShards(work: ShardWork, shards: number): ShardPlan {
  const { engine, units, holds } = openWork(work);
  if (!Number.isInteger(shards) || shards < 1 || shards > MAX_SHARDS)
    throw wrong(`There can be 1 to ${MAX_SHARDS} shards.`);
  if (shards > units)
    throw wrong(`The batch is made in ${units} units, so in at most as many shards.`);
  const content = {
    format: 'sandbox-shards/1' as const,
    engine,
    writer: { name: 'duckdb' as const, version: writerVersion() },
    work,
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
export function readPlan(text: string): ShardPlan {
  let found: ShardPlan;
  try {
    const value: unknown = JSON.parse(text);
    outline.parse(value);
    found = value as ShardPlan;
  } catch (cause) {
    throw new AppError('bad_request', 'This is no plan of shards.', { cause });
  }
  const writer = writerVersion();
  if (found.writer.version !== writer)
    throw wrong(`The plan needs DuckDB ${found.writer.version}, and this is ${writer}.`);
  const { engine } = openWork(found.work);
  if (found.engine.name !== engine.name || found.engine.version !== engine.version)
    throw wrong(
      `The plan needs engine ${found.engine.name} ${found.engine.version}, and this is ${engine.version}.`,
    );
  const again = planShards(found.work, found.shards.length);
  if (JSON.stringify(again) !== JSON.stringify(found))
    throw wrong('The plan was changed: it is not what its request gives.');
  return again;
}
