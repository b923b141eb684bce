import { existsSync, readdirSync, readFileSync } from 'node:fs';

/** Clock ticks per second in Linux's `/proc`. */
const TICKS = 100;

type Process = { name: string; parent: number; seconds: number };

/** Reads the times of a process and of its children that have ended. */
function readProcess(pid: number): Process | null {
  let stat: string;
  try {
    stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch {
    return null;
  }
  const end = stat.lastIndexOf(')');
  const fields = stat.slice(end + 2).split(' ');
  const ticks = [11, 12, 13, 14].reduce((sum, field) => sum + Number(fields[field]), 0);
  const name = stat.slice(stat.indexOf('(') + 1, end);
  return { name, parent: Number(fields[1]), seconds: ticks / TICKS };
}

/** Returns processor seconds of a process tree, and PostgreSQL's share; null without /proc. */
export function processorSeconds(root: number): { all: number; postgres: number } | null {
  if (!existsSync('/proc/self/stat')) return null;
  const processes = new Map(
    readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map((name) => [Number(name), readProcess(Number(name))] as const),
  );
  const isBelow = (pid: number): boolean => {
    const parent = processes.get(pid)?.parent;
    return pid === root || (parent !== undefined && parent > 1 && isBelow(parent));
  };
  const own = [...processes].filter(([pid]) => isBelow(pid)).flatMap(([, found]) => found ?? []);
  const sum = (of: Process[]) => of.reduce((total, { seconds }) => total + seconds, 0);
  return { all: sum(own), postgres: sum(own.filter(({ name }) => name === 'postgres')) };
}
