import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { isReported } from '../../product/generation/shards/commit-shards.ts';
import { writeShard } from '../../product/generation/shards/write-shard.ts';
import { interruptible } from '../terminal/interruptible.ts';
import { openPlace, planOf } from './open-place.ts';
import { shardsFrom } from './shard-index.ts';

const options = {
  store: { type: 'string' },
  index: { type: 'string' },
  tasks: { type: 'string' },
  work: { type: 'string' },
} as const;

export async function runCommand(args: string[]): Promise<number> {
  const { values } = parseArgs({ args, options, strict: true });
  const store = await openPlace(values.store);
  const planned = await planOf(store);
  const { plan } = planned;
  const { shards, leaveReported } = shardsFrom(values, process.env, plan.shards.length);
  return interruptible(async (signal) => {
    for (const shard of shards) {
      const name = `shard ${shard} of ${plan.shards.length}`;
      if (leaveReported && (await isReported(store, shard))) {
        process.stdout.write(`${name}: already done\n`);
        continue;
      }
      const attempt = randomUUID();
      const folder = await mkdtemp(join(values.work ?? tmpdir(), 'sandbox-shard-'));
      try {
        const { tables } = await writeShard({ planned, shard, attempt, store, folder, signal });
        const rows = Object.entries(tables).map(([name, made]) => `${made.rows} ${name}`);
        process.stdout.write(`${name}, attempt ${attempt}: ${rows.join(', ')}\n`);
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    }
    return 0;
  });
}
