import { text } from 'node:stream/consumers';
import type pg from 'pg';
import type { FileStore } from '../../../platform/files/file-store.ts';
import { filesBelow } from '../../../platform/files/files-below.ts';
import { AppError } from '../../../shared/errors.ts';
import { PLAN_KEY } from './shard-keys.ts';
import { planText, type ShardPlan } from './shard-plan.ts';

const ROOT = 'external';
const KEPT_DAYS = 7;

export const externalFolder = (runId: string): string => `${ROOT}/${runId}`;

export const externalPlace = (files: FileStore, runId: string): FileStore =>
  filesBelow(files, externalFolder(runId));

async function* bytesOf(content: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(content);
}

/** Writes the plan once. @throws AppError if another program version wrote a different plan */
export async function putPlan(place: FileStore, plan: ShardPlan): Promise<void> {
  const own = planText(plan);
  if ((await place.stat(PLAN_KEY)) === null) await place.put(PLAN_KEY, bytesOf(own));
  else if ((await text(await place.get(PLAN_KEY))) !== own)
    throw new AppError(
      'conflict',
      'The plan was written by another version of the program. Nothing was saved.',
    );
}

async function emptyPlace(place: FileStore): Promise<void> {
  const keys: string[] = [];
  for await (const { key } of place.list('')) keys.push(key);
  for (const key of keys) await place.remove(key);
  await place.removeUnfinished(new Date());
}

/** Deletes the folders of ended runs; those of failed runs after a week. */
export async function sweepExternalPlaces(pool: pg.Pool, files: FileStore): Promise<void> {
  const runs = new Set<string>();
  for await (const { key } of files.list(`${ROOT}/`)) runs.add(key.split('/')[1]!);
  if (runs.size === 0) return;
  const { rows } = await pool.query<{ id: string }>(
    `select id from public.runs
      where id::text = any ($1)
        and (status in ('queued', 'running')
             or status = 'failed' and finished_at > now() - make_interval(days => $2))`,
    [[...runs], KEPT_DAYS],
  );
  for (const { id } of rows) runs.delete(id);
  for (const run of runs) await emptyPlace(externalPlace(files, run));
}
