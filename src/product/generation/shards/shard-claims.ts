import type pg from 'pg';
import { AppError } from '../../../shared/errors.ts';
import type { ShardReport } from './shard-report.ts';

export type StoredShard = Pick<ShardReport, 'plan' | 'shard' | 'tables' | 'sums'>;

/** Seconds without a heartbeat after which a worker loses its shard. */
const CLAIM_SECONDS = 20;
const MAX_TRIES = 5;

/** Creates a run's shards once, even if the run is retried. */
export async function enterShards(tx: pg.PoolClient, runId: string, shards: number): Promise<void> {
  await tx.query(
    `insert into private.batch_shards (run_id, shard)
     select $1, shard from generate_series(0, $2::int - 1) shard on conflict do nothing`,
    [runId, shards],
  );
}

/** Claims the first unclaimed shard, optionally among some; null if none is left. */
export async function claimShard(
  tx: pg.PoolClient,
  runId: string,
  { claim, among }: { claim: string; among?: readonly number[] | undefined },
): Promise<number | null> {
  const { rows } = await tx.query<{ shard: number }>(
    `update private.batch_shards s set claim = $2, heard_at = now(), tries = tries + 1
       from (select shard from private.batch_shards
              where run_id = $1 and report is null and tries < ${MAX_TRIES}
                and ($3::int[] is null or shard = any ($3))
                and (claim is null or heard_at < now() - interval '${CLAIM_SECONDS} seconds')
              order by shard limit 1 for update skip locked) free
      where s.run_id = $1 and s.shard = free.shard
     returning s.shard`,
    [runId, claim, among ?? null],
  );
  return rows[0]?.shard ?? null;
}

/** Renews a claim; false if the shard was reassigned, or the run has ended or is cancelled. */
export async function holdShard(tx: pg.PoolClient, runId: string, claim: string): Promise<boolean> {
  const { rowCount } = await tx.query(
    `update private.batch_shards s set heard_at = now()
       from public.runs r
      where r.id = $1 and r.status = 'running' and not r.cancel_requested
        and s.run_id = r.id and s.claim = $2`,
    [runId, claim],
  );
  return rowCount === 1;
}

export async function leaveShard(tx: pg.PoolClient, runId: string, claim: string): Promise<void> {
  await tx.query(
    'update private.batch_shards set claim = null where run_id = $1 and claim = $2 and report is null',
    [runId, claim],
  );
}

/** Stores a report in the transaction that references its files; false if the claim was lost. */
export async function enterReport(
  tx: pg.PoolClient,
  { runId, claim, made }: { runId: string; claim: string; made: StoredShard },
): Promise<boolean> {
  const { rowCount } = await tx.query(
    'update private.batch_shards set report = $3 where run_id = $1 and claim = $2 and report is null',
    [runId, claim, JSON.stringify(made)],
  );
  return rowCount === 1;
}

export type ShardStates = {
  made: StoredShard[];
  givenUp: number[];
};

export async function readShards(tx: pg.PoolClient, runId: string): Promise<ShardStates> {
  const { rows } = await tx.query<{ shard: number; report: StoredShard | null; gone: boolean }>(
    `select shard, report,
            tries >= ${MAX_TRIES} and (claim is null or heard_at < now() - interval '${CLAIM_SECONDS} seconds') as gone
       from private.batch_shards where run_id = $1 order by shard`,
    [runId],
  );
  return {
    made: rows.flatMap(({ report }) => (report === null ? [] : [report])),
    givenUp: rows.filter(({ report, gone }) => report === null && gone).map(({ shard }) => shard),
  };
}

export function assertNoneGivenUp([first]: readonly number[], shards: number): void {
  if (first !== undefined)
    throw new AppError(
      'internal',
      `Shard ${first} of ${shards} failed repeatedly. Nothing was saved.`,
    );
}
