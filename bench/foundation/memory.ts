import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import type { Figure } from './figures.ts';

/** Returns the server's process and its workers, without the database. */
function processesOf(server: number): number[] {
  const children = readFileSync(`/proc/${server}/task/${server}/children`, 'utf8');
  const workers = children
    .split(' ')
    .filter((pid) => pid !== '')
    .map(Number)
    .filter((pid) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('start/worker.ts'));
  return [server, ...workers];
}

/** Returns the peak memory of API and worker in MB, from the kernel; null if unavailable. */
export function peakMemory(server: number): number | null {
  if (!existsSync(`/proc/${server}/task/${server}/children`)) return null;
  return processesOf(server).reduce((sum, pid) => {
    const peak = /^VmHWM:\s*(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
    return sum + Number(peak?.[1]) / 1000;
  }, 0);
}

/** Resets peak memory, so that earlier benches do not count (`clear_refs` in proc(5)). */
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
