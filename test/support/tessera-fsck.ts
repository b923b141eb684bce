import { spawnSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from './sandbox.ts';

const MODULE = 'github.com/transparency-dev/tessera/cmd/fsck@v1.0.4';

/** The log checker of transparency-dev/tessera, built once; null, with a line that says so, where Go can't get it. */
export function tesseraFsck(): string | null {
  const folder = join(root, 'node_modules/.cache/tessera');
  const program = join(folder, 'fsck');
  if (existsSync(program)) return program;
  const env = { ...process.env, GOBIN: folder };
  const { status, stderr } = spawnSync('go', ['install', MODULE], {
    env,
    encoding: 'utf8',
    timeout: 570_000,
  });
  if (status === 0) return program;
  process.stderr.write(`skipped: ${MODULE} could not be built: ${stderr ?? 'no go'}\n`);
  return null;
}

/**
 * Has Tessera derive the tree of a log again from its entries. It ends with 0 where it fails too, so what it says is
 * looked at; at a bundle that was changed it does not end, but tries again.
 *
 * @param folder holds "checkpoint"
 * @param vkey the line that names the log's key
 */
export function tesseraSays(
  program: string,
  { folder, vkey, timeout = 300_000 }: { folder: string; vkey: string; timeout?: number },
): string {
  const key = join(tmpdir(), `vkey-${process.pid}`);
  writeFileSync(key, `${vkey}\n`);
  const { stdout, stderr } = spawnSync(
    program,
    ['-ui=false', `-storage_url=${pathToFileURL(folder)}`, `-public_key=${key}`],
    { encoding: 'utf8', timeout },
  );
  return `${stdout}${stderr}`;
}
