import { text } from 'node:stream/consumers';
import type { FileStore } from '../../platform/files/file-store.ts';
import { PLAN_KEY } from '../../product/generation/shards/shard-keys.ts';
import { readPlan, type ShardPlan } from '../../product/generation/shards/shard-plan.ts';
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
export async function findPlan(store: FileStore): Promise<ShardPlan | null> {
  if ((await store.stat(PLAN_KEY)) === null) return null;
  return readPlan(await text(await store.get(PLAN_KEY)));
}

/** @throws AppError where there is no plan, or none that this program can carry out */
export async function planOf(store: FileStore): Promise<ShardPlan> {
  const plan = await findPlan(store);
  if (plan === null) throw new AppError('not_found', `there is no ${PLAN_KEY} in --store`);
  return plan;
}

export async function* chunk(content: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(content);
}
