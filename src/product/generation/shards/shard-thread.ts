import { cancelledError } from '../../../platform/jobs/run-context.ts';
import { serveThread } from '../../../platform/threads/thread.ts';
import { type MadeShard, makeShard } from './make-shard.ts';
import { planShards } from './shard-plan.ts';
import type { SimulationWork } from './shard-work.ts';

export type ShardInput = { work: SimulationWork; shards: number; shard: number; folder: string };

const noModel = () => Promise.reject(new Error('a simulation has no model'));

serveThread<ShardInput>(async function* ({ work, shards, shard, folder }, signal) {
  const planned = await planShards(work, shards, noModel);
  const check = () => {
    if (signal.aborted) throw cancelledError();
  };
  yield (await makeShard({ planned, shard, folder, check })) satisfies MadeShard;
});
