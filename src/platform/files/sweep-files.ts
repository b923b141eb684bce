import type { FileStore } from './file-store.ts';

const KEYS_AT_ONCE = 500;

/**
 * Removes files under the prefix that no row names and that are older than `before`, which leaves
 * uploads time to write their row. Returns the removed keys.
 */
export async function sweepFiles(
  files: FileStore,
  options: {
    prefix: string;
    before: Date;
    named: (keys: string[]) => Promise<ReadonlySet<string>>;
  },
): Promise<string[]> {
  const removed: string[] = [];
  let keys: string[] = [];
  const check = async () => {
    const named = await options.named(keys);
    for (const key of keys) {
      if (named.has(key)) continue;
      await files.remove(key);
      removed.push(key);
    }
    keys = [];
  };
  for await (const file of files.list(options.prefix)) {
    if (file.modifiedAt >= options.before) continue;
    keys.push(file.key);
    if (keys.length >= KEYS_AT_ONCE) await check();
  }
  if (keys.length > 0) await check();
  await files.removeUnfinished(options.before);
  return removed;
}
