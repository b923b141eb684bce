import { buffer, text } from 'node:stream/consumers';
import type { FileStore } from '../../platform/files/file-store.ts';
import { MODEL_KEY, PLAN_KEY } from '../../product/generation/shards/shard-keys.ts';
import { type PlannedShards, readPlan } from '../../product/generation/shards/shard-plan.ts';
import { AppError } from '../../shared/errors.ts';
import { openStorage } from '../open-storage.ts';
import { refused } from '../terminal/arguments.ts';

/** The place of one batch, as commands name it. */
export function openPlace(store: string | undefined): Promise<FileStore> {
  if (store === undefined)
    throw refused('--store must name a folder or an s3:// address, for this batch alone');
  return openStorage(store);
}

/** The plan that lies there; null where there is none. */
export async function findPlan(store: FileStore): Promise<PlannedShards | null> {
  if ((await store.stat(PLAN_KEY)) === null) return null;
  const readModel = async () => buffer(await store.get(MODEL_KEY));
  return readPlan(await text(await store.get(PLAN_KEY)), readModel);
}

/** @throws AppError where there is no plan, or none that this program can carry out */
export async function planOf(store: FileStore): Promise<PlannedShards> {
  const planned = await findPlan(store);
  if (planned === null) throw new AppError('not_found', `there is no ${PLAN_KEY} in --store`);
  return planned;
}

export async function* chunk(content: string | Uint8Array): AsyncGenerator<Uint8Array> {
  yield Buffer.from(content);
}
