import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Sandbox } from './sandbox.ts';

/** Returns the process ids of a sandbox's processes that run this file. */
function processesOf(sandbox: Pick<Sandbox, 'process'>, file: string): number[] {
  const parent = String(sandbox.process.pid);
  const children = execFileSync('ps', ['-o', 'pid=,args=', '--ppid', parent], { encoding: 'utf8' });
  const lines = children.split('\n').filter((line) => line.includes(`src/start/${file}`));
  return lines.map((line) => Number(line.trim().split(/\s+/)[0]));
}

function onlyProcess(sandbox: Pick<Sandbox, 'process'>, file: string): number {
  const found = processesOf(sandbox, file);
  if (found.length !== 1) throw new Error(`the sandbox has ${found.length} processes of ${file}`);
  return found[0]!;
}

export const workerOf = (sandbox: Pick<Sandbox, 'process'>) => onlyProcess(sandbox, 'worker.ts');

/** Returns the process id that serves a sandbox's requests. */
export const apiOf = (sandbox: Pick<Sandbox, 'process'>) => onlyProcess(sandbox, 'api.ts');

export const postmasterOf = (sandbox: Pick<Sandbox, 'dataDir'>) =>
  Number(readFileSync(join(sandbox.dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0]);

export function killWorker(sandbox: Sandbox): void {
  process.kill(workerOf(sandbox), 'SIGKILL');
}
