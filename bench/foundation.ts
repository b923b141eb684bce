import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startSandbox } from '../test/support/sandbox.ts';
import { setUpSuperadmin } from '../test/support/users.ts';
import { report } from './foundation/figures.ts';
import { benchGeneration } from './foundation/generation.ts';
import { benchSmallUpload } from './foundation/small-upload.ts';
import { benchUpload } from './foundation/upload.ts';

/**
 * Benchmarks the main operations on a started sandbox, each figure relative to a bare peer in the
 * same run.
 * `node bench/foundation.ts [--only upload|generation] [--megabytes N] [--rows N] [--passes N]`
 */
function option(name: string): string | null {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? null : (process.argv[at + 1] ?? null);
}
const only = option('only');
const passes = Number(option('passes') ?? 3);

const folder = mkdtempSync(join(tmpdir(), 'sandbox-bench-'));
const sandbox = await startSandbox();
try {
  const superadmin = await setUpSuperadmin(sandbox);
  const { data } = await superadmin.auth.getSession();
  const figures = [];
  if (only !== 'generation') {
    const megabytes = Number(option('megabytes') ?? 500);
    const token = data.session!.access_token;
    figures.push(...(await benchSmallUpload(sandbox, token)));
    figures.push(...(await benchUpload(sandbox, token, { folder, megabytes, passes })));
  }
  if (only !== 'upload') {
    const rows = Number(option('rows') ?? 1_000_000);
    figures.push(...(await benchGeneration(sandbox, superadmin, { folder, rows, passes })));
  }
  if (!figures.map(report).every((held) => held)) process.exitCode = 1;
} finally {
  await sandbox.stop();
  rmSync(folder, { recursive: true, force: true });
}
