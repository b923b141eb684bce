import { parseArgs } from 'node:util';
import { gatherShards } from '../../product/generation/shards/commit-shards.ts';
import { listOf } from '../../product/generation/shards/list-of.ts';
import { FILES_KEY, MANIFEST_KEY } from '../../product/generation/shards/shard-keys.ts';
import { CONTENTS } from '../contents/contents-file.ts';
import { interruptible } from '../terminal/interruptible.ts';
import { chunk, openPlace, planOf } from './open-place.ts';
import { shardContents } from './shard-contents.ts';

const NOT_THERE = 3;

const options = { store: { type: 'string' } } as const;

export async function commitCommand(args: string[]): Promise<number> {
  const { values } = parseArgs({ args, options, strict: true });
  const store = await openPlace(values.store);
  const planned = await planOf(store);
  const { plan } = planned;
  return interruptible(async (signal) => {
    const gathered = await gatherShards(store, planned, { signal });
    if (gathered.kind === 'missing') {
      const { shards } = gathered;
      process.stderr.write(
        `${shards.length} of ${plan.shards.length} shards are missing. Generate them with --index ${listOf(shards)}.\n`,
      );
      return NOT_THERE;
    }
    const { manifest, files } = gathered;
    await store.put(FILES_KEY, chunk(`${JSON.stringify(files, null, 2)}\n`));
    await store.put(MANIFEST_KEY, chunk(`${JSON.stringify(manifest, null, 2)}\n`));
    await store.put(CONTENTS, chunk(await shardContents(store, planned, gathered)));
    const rows = Object.entries(manifest.counts).map(([name, count]) => `${count} ${name}`);
    process.stdout.write(
      `${rows.join(', ')} in ${manifest.files.length} files, manifest SHA-256 ${manifest.sha256}\n`,
    );
    return 0;
  });
}
