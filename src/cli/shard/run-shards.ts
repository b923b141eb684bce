import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { writeShard } from '../../product/generation/shards/write-shard.ts';
import { interruptible } from '../terminal/interruptible.ts';
import { openPlace, planOf } from './open-place.ts';
import { shardsFrom } from './shard-index.ts';

const options = {
  store: { type: 'string' },
  index: { type: 'string' },
  work: { type: 'string' },
} as const;

/** `sandbox shard run`: makes one shard or several, by the plan alone. It can be done again, anywhere, at any time. */
export async function runCommand(args: string[]): Promise<number> {
  const { values } = parseArgs({ args, options, strict: true });
  const shards = shardsFrom(values.index, process.env);
  const store = await openPlace(values.store);
  const planned = await planOf(store);
  const { plan } = planned;
  return interruptible(async (signal) => {
    for (const shard of shards) {
      const attempt = randomUUID();
      const folder = await mkdtemp(join(values.work ?? tmpdir(), 'sandbox-shard-'));
      try {
        const { tables } = await writeShard({ planned, shard, attempt, store, folder, signal });
        const rows = Object.entries(tables).map(([name, made]) => `${made.rows} ${name}`);
        process.stdout.write(
          `shard ${shard} of ${plan.shards.length}, attempt ${attempt}: ${rows.join(', ')}\n`,
        );
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    }
    return 0;
  });
}
