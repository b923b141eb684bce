import { refused } from '../terminal/arguments.ts';
import { commitCommand } from './commit-shards.ts';
import { planCommand } from './plan-shards.ts';
import { runCommand } from './run-shards.ts';

const VERBS = { plan: planCommand, run: runCommand, commit: commitCommand };

/** `sandbox shard plan|run|commit`: a batch in parts, made by any number of machines. */
export function shardCommand([verb = '', ...args]: string[]): Promise<number> {
  if (!(verb in VERBS)) throw refused('say: sandbox shard plan, run or commit');
  return VERBS[verb as keyof typeof VERBS](args);
}
