import { existsSync, readFileSync } from 'node:fs';

/** The server's process and the workers it forked; not its database. */
function processesOf(server: number): number[] {
  const children = readFileSync(`/proc/${server}/task/${server}/children`, 'utf8');
  const workers = children
    .split(' ')
    .filter((pid) => pid !== '')
    .map(Number)
    .filter((pid) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('start/worker.ts'));
  return [server, ...workers];
}

/** Most memory that API and worker have had, in MB, by the kernel's own count; null where it keeps none. */
export function peakMemory(server: number): number | null {
  if (!existsSync(`/proc/${server}/task/${server}/children`)) return null;
  return processesOf(server).reduce((sum, pid) => {
    const peak = /^VmHWM:\s*(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
    return sum + Number(peak?.[1]) / 1000;
  }, 0);
}
