import { BANK_TABLES } from '../../../shared/bank-tables.ts';
import { MAX_SHARDS } from '../../../shared/limits.ts';
import { requestOf } from '../from-scratch/simulation-settings.ts';
import { countsForNewBank, type SimulationSubject } from '../from-scratch/simulation-subject.ts';
import { type PlannedShards, planShards } from './shard-plan.ts';
import type { SimulationWork } from './shard-work.ts';

export type ShardedSubject = SimulationSubject & {
  shards: number;
  external?: External;
};

export type External = { hours: number };

/** Rows per shard: about a minute of work, the most that a crash can lose. */
const ROWS_OF_A_SHARD = 1_000_000;
const CUSTOMERS_OF_A_SHARD = 1000;

type Size = Pick<SimulationSubject, 'entity' | 'count'>;

export function rowsFor(subject: Size): number {
  const counts = countsForNewBank(subject);
  return BANK_TABLES.reduce((sum, table) => sum + counts[table], 0);
}

export function shardsFor(subject: Size): number {
  const { customers } = countsForNewBank(subject);
  const most = Math.max(1, Math.floor(customers / CUSTOMERS_OF_A_SHARD));
  return Math.min(MAX_SHARDS, most, Math.ceil(rowsFor(subject) / ROWS_OF_A_SHARD));
}

/** Returns the work of a new bank, independent of existing rows. */
export function workOf(subject: ShardedSubject): SimulationWork {
  const counts = countsForNewBank(subject);
  const { seed, ...request } = requestOf(subject.settings);
  const tables = BANK_TABLES.filter((table) => counts[table] > 0);
  return { kind: 'simulation', ...request, ...counts, seed: String(seed), tables };
}

export const planOfSubject = (subject: ShardedSubject): Promise<PlannedShards> =>
  planShards(workOf(subject), subject.shards, () =>
    Promise.reject(new Error('a simulation has no model')),
  );
