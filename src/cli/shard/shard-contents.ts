import { sealContents } from '../../engines/provenance/contents.ts';
import type { FileStore } from '../../platform/files/file-store.ts';
import { hashBytes } from '../../platform/files/hash-bytes.ts';
import { type CommitResult, listReports } from '../../product/generation/shards/commit-shards.ts';
import {
  FILES_KEY,
  fileName,
  MANIFEST_KEY,
  MODEL_KEY,
  PLAN_KEY,
} from '../../product/generation/shards/shard-keys.ts';
import type { PlannedShards } from '../../product/generation/shards/shard-plan.ts';

type Gathered = Extract<CommitResult, { kind: 'whole' }>;

/** Names of committed files in the manifest, by key. */
const namesOf = (files: Gathered['files']): [key: string, name: string][] =>
  Object.entries(files).flatMap(([table, keys]) =>
    keys.map((key): [string, string] => [key, fileName(table, Number(key.split('/')[1]))]),
  );

/** Lists the files of a committed batch. Hashes of rows are those that the commit verified. */
export async function shardContents(
  store: FileStore,
  { plan }: PlannedShards,
  { manifest, files }: Gathered,
): Promise<string> {
  const byName = new Map(manifest.files.map((file) => [file.name, file]));
  const listed = namesOf(files).map(([key, name]) => {
    const { bytes, sha256 } = byName.get(name)!;
    return { name: key, bytes, sha256 };
  });
  for (const key of [PLAN_KEY, MODEL_KEY, FILES_KEY, MANIFEST_KEY, ...(await listReports(store))]) {
    if ((await store.stat(key)) === null) continue;
    const { size, sha256 } = await hashBytes(await store.get(key));
    listed.push({ name: key, bytes: size, sha256 });
  }
  const contents = sealContents({
    format: 'sandbox-contents/1',
    command: { name: 'shard commit', arguments: [] },
    engine: plan.engine.version,
    inputs: [],
    files: listed,
  });
  return `${JSON.stringify(contents, null, 2)}\n`;
}
