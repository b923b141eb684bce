import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import type { Figure } from './figures.ts';

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

/** From here on: what a bench before this one needed counts no more (`clear_refs` in proc(5)). */
export function resetPeakMemory(server: number): void {
  if (!existsSync(`/proc/${server}/clear_refs`)) return;
  for (const pid of processesOf(server)) writeFileSync(`/proc/${pid}/clear_refs`, '5');
}

export const memoryFigure = (value: number, goal: { floor: number; aim: number }): Figure => ({
  name: 'memory of API and worker, their peaks added',
  value,
  unit: 'MB',
  ...goal,
});
