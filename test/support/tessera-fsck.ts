import { spawnSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from './sandbox.ts';

const MODULE = 'github.com/transparency-dev/tessera/cmd/fsck@v1.0.4';

/** Returns Tessera's log checker, built once; null, with a notice, if Go can't fetch it. */
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
 * Runs Tessera's check, which derives the tree from the entries again. It exits with 0 on failures
 * too, so its output is checked; for a changed bundle it retries endlessly.
 *
 * @param folder contains "checkpoint"
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
