import { execFileSync } from 'node:child_process';
import type { Sandbox } from './sandbox.ts';

export function workerOf(sandbox: Sandbox): number {
  const parent = String(sandbox.process.pid);
  const children = execFileSync('ps', ['-o', 'pid=,args=', '--ppid', parent], { encoding: 'utf8' });
  const workers = children.split('\n').filter((line) => line.includes('src/start/worker.ts'));
  if (workers.length !== 1) throw new Error(`the sandbox has ${workers.length} workers`);
  return Number(workers[0]!.trim().split(/\s+/)[0]);
}

export function killWorker(sandbox: Sandbox): void {
  process.kill(workerOf(sandbox), 'SIGKILL');
}

export function apiOf({ process: { pid } }: Pick<Sandbox, 'process'>): number {
  if (pid === undefined) throw new Error('the sandbox has no process');
  return pid;
}
