import { buffer, text } from 'node:stream/consumers';
import type { FileStore } from '../../platform/files/file-store.ts';
import { MODEL_KEY, PLAN_KEY } from '../../product/generation/shards/shard-keys.ts';
import { type PlannedShards, readPlan } from '../../product/generation/shards/shard-plan.ts';
import { AppError } from '../../shared/errors.ts';
import { openStorage } from '../open-storage.ts';
import { refused } from '../terminal/arguments.ts';

export function openPlace(store: string | undefined): Promise<FileStore> {
  if (store === undefined)
    throw refused('--store: expected a folder or an s3:// address used only for this batch.');
  return openStorage(store);
}

export async function findPlan(store: FileStore): Promise<PlannedShards | null> {
  if ((await store.stat(PLAN_KEY)) === null) return null;
  const readModel = async () => buffer(await store.get(MODEL_KEY));
  return readPlan(await text(await store.get(PLAN_KEY)), readModel);
}

export async function planOf(store: FileStore): Promise<PlannedShards> {
  const planned = await findPlan(store);
  if (planned === null) throw new AppError('not_found', `--store contains no ${PLAN_KEY}.`);
  return planned;
}

export async function* chunk(content: string | Uint8Array): AsyncGenerator<Uint8Array> {
  yield Buffer.from(content);
}
