import { execFileSync } from 'node:child_process';
import type { Sandbox } from './sandbox.ts';

/** Kills the one worker of a sandbox outright, as a machine out of memory would. */
export function killWorker(sandbox: Sandbox): void {
  const parent = String(sandbox.process.pid);
  const children = execFileSync('ps', ['-o', 'pid=,args=', '--ppid', parent], { encoding: 'utf8' });
  const workers = children.split('\n').filter((line) => line.includes('src/start/worker.ts'));
  if (workers.length !== 1) throw new Error(`the sandbox has ${workers.length} workers`);
  process.kill(Number(workers[0]!.trim().split(/\s+/)[0]), 'SIGKILL');
}
