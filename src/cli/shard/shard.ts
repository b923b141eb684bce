import { refused } from '../terminal/arguments.ts';

const VERBS: Record<string, () => Promise<(args: string[]) => Promise<number>>> = {
  plan: async () => (await import('./plan-shards.ts')).planCommand,
  job: async () => (await import('./print-job.ts')).jobCommand,
  run: async () => (await import('./run-shards.ts')).runCommand,
  commit: async () => (await import('./commit-shards.ts')).commitCommand,
};

export async function shardCommand([verb = '', ...args]: string[]): Promise<number> {
  const load = VERBS[verb];
  if (load === undefined) throw refused('Usage: sandbox shard plan, job, run or commit');
  return (await load())(args);
}
