import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Model, modelToBytes } from '../../src/engines/synthesize/index.ts';

const once = fileURLToPath(new URL('./sample-once.ts', import.meta.url));

/** Measures rows per second and memory from model file to CSV with one and two threads. */
export function benchThreads(model: Model, rows: number): void {
  const folder = mkdtempSync(join(tmpdir(), 'bench-sample-'));
  const [path, out] = [join(folder, 'm.model'), join(folder, 'out.csv')];
  writeFileSync(path, modelToBytes(model));
  const hashes = new Set<string | undefined>();
  try {
    for (const threads of [1, 2]) {
      const args = [path, '--rows', String(rows), '--seed', '1', '--out', out];
      const child = spawnSync(process.execPath, [once, ...args, '--threads', String(threads)], {
        encoding: 'utf8',
      });
      if (child.status !== 0) throw new Error(child.stderr);
      const { seconds, megabytes } = JSON.parse(child.stdout.trimEnd().split('\n').at(-1)!);
      hashes.add(/SHA-256 (\w{64})/.exec(child.stdout)?.[1]);
      console.log(
        `sandbox sample, ${threads} ${threads === 1 ? 'thread' : 'threads'}: ${seconds.toFixed(2)} s, ${Math.round(rows / seconds)} rows/s including reading the model and writing the file; peak memory ${megabytes} MB`,
      );
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
  if (hashes.size !== 1) throw new Error('one and two threads wrote different files');
  console.log(`the same bytes; ${availableParallelism()} cores`);
}
