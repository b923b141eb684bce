import pg from 'pg';
import type { Caller } from '../gateway/caller.ts';
import { currentRequest } from '../tracing/request-context.ts';
import { createFairShares } from './fair-shares.ts';
import { guardDriver } from './guard-driver.ts';
import { prepare } from './prepare.ts';
import { recordRefusal } from './record-refusal.ts';

type CallerOptions = {
  readOnly?: boolean;
  /** Statement timeout in seconds; the role's own limit if absent. */
  timeoutSeconds?: number;
  /** Further settings of the transaction. Names must be constants of the program. */
  settings?: Record<string, string>;
  /** True for work that only queries: it starts before admission and fails if that is refused. */
  eager?: boolean;
  /** True for eager, read-only work that sends one query at once: the transaction is one exchange. */
  single?: boolean;
};

export type Database = {
  /** Connections of the owner role, which sees all tenants. Never for SQL text from a request. */
  owner: pg.Pool;
  /**
   * Runs `work` in one transaction on the owner's connections, restricted by policies to the rows
   * of one tenant. For work of the server on behalf of a tenant, such as a job.
   */
  asTenant: <T>(tenantId: string, work: (client: pg.PoolClient) => Promise<T>) => Promise<T>;
  /**
   * Runs `work` in one transaction under the caller's role and claims, so that policies apply.
   * Refuses callers disabled, deleted or signed out since the token was issued.
   */
  asCaller: <T>(
    caller: Caller,
    work: (client: pg.PoolClient) => Promise<T>,
    options?: CallerOptions,
  ) => Promise<T>;
  /** Owner's address, for dedicated connections (LISTEN, COPY). */
  ownerUrl: string;
  close: () => Promise<void>;
};

guardDriver();

// Times and numbers stay PostgreSQL's text; callers convert as needed.
for (const type of [1082, 1083, 1114, 1184, 1266]) pg.types.setTypeParser(type, (text) => text);

/** Returns true if all connections were in use: past the timeout, or up to the server's limit. */
export const isDatabaseBusy = (error: unknown): boolean =>
  error instanceof Error &&
  (error.message.startsWith('timeout exceeded when trying to connect') ||
    (error as { code?: unknown }).code === '53300');

/** Uses PostgreSQL's SQLSTATE of a role whose connections are exhausted. */
const poolExhausted = () =>
  Object.assign(new Error('Too many concurrent requests of one user.'), { code: '53300' });

/** Fair-share key: callers without a session share one; the host's own service has no limit. */
const fairShareKeyOf = (caller: Caller): string | null =>
  caller.role === 'service_role'
    ? null
    : caller.role === 'anon'
      ? 'anon'
      : caller.role === 'key_holder'
        ? `key ${caller.claims.key_id}`
        : `user ${caller.claims.sub}`;

export const transaction = <T>(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T> => runTransaction(pool, { begin: 'begin', work });

async function runTransaction<T>(
  pool: pg.Pool,
  {
    begin,
    work,
  }: { begin: 'begin' | 'begin read only'; work: (client: pg.PoolClient) => Promise<T> },
): Promise<T> {
  return lendConnection(pool, async (client, breaks) => {
    try {
      // Sent together with the first query of `work` if the connection allows it.
      const begun = client.query(begin);
      begun.catch(() => {});
      const result = await work(client);
      await begun;
      await client.query('commit');
      return result;
    } catch (error) {
      await client.query('rollback').catch(breaks);
      throw error;
    }
  });
}

/** Sends a transaction that only reads in one exchange. A refused admission aborts the query. */
function readOnce<T>(
  pool: pg.Pool,
  admitted: pg.QueryConfig,
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  return lendConnection(pool, async (client, breaks) => {
    const steps = await Promise.allSettled([
      client.query('begin read only'),
      client.query(admitted),
      work(client),
      client.query('commit'),
    ]);
    const failed = steps.find((step) => step.status === 'rejected');
    if (failed === undefined) return (steps[2] as PromiseFulfilledResult<T>).value;
    await client.query('rollback').catch(breaks);
    throw failed.reason;
  });
}

/** Lends a pool's connection to `work`, which reports if it can't be reused. */
export async function lendConnection<T>(
  pool: pg.Pool,
  work: (client: pg.PoolClient, breaks: (error: Error) => void) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  // A lent connection has no other listener; its loss would end the process.
  const breaks = (error: Error) => {
    broken = error;
  };
  client.on('error', breaks);
  try {
    return await work(client, breaks);
  } finally {
    if (broken === undefined) client.off('error', breaks);
    client.release(broken);
  }
}

function claimsOf(caller: Caller): string {
  return JSON.stringify('claims' in caller ? caller.claims : { role: caller.role });
}

function requestSettings(): Record<string, string> {
  const request = currentRequest();
  if (request === null) return {};
  return { 'request.id': request.id, 'request.traceparent': request.traceparent ?? '' };
}

/** Checks that the caller is admitted and sets the transaction's role, claims and limits. */
function admission(
  caller: Caller,
  { timeoutSeconds = 15, settings = {} }: CallerOptions,
): pg.QueryConfig {
  const entries = Object.entries({ ...settings, ...requestSettings() });
  const calls = entries.map(([key], i) => `, set_config('${key}', $${i + 4}, true)`);
  return prepare(
    `select private.begin_request($1::jsonb), set_config('role', private.database_role($2), true),
            set_config('statement_timeout', $3, true)${calls.join('')}`,
    [claimsOf(caller), caller.role, `${timeoutSeconds}s`, ...entries.map(([, value]) => value)],
  );
}

export function openDatabase(options: {
  ownerUrl: string;
  authenticatorUrl: string;
  applicationName: string;
  ownerConnections?: number;
  requestConnections?: number;
  /** Time that a request waits for a connection before it is refused as busy. */
  connectionTimeoutMs?: number;
}): Database {
  const owner = new pg.Pool({
    connectionString: options.ownerUrl,
    max: options.ownerConnections ?? 12,
    application_name: options.applicationName,
  });
  const connections = options.requestConnections ?? 16;
  const timeoutMs = options.connectionTimeoutMs ?? 10_000;
  // One user's expensive queries leave half of the connections to others.
  const withFairShare = createFairShares(Math.max(1, Math.floor(connections / 2)), {
    timeoutMs,
    onTimeout: poolExhausted,
  });
  const requests = new pg.Pool({
    connectionString: options.authenticatorUrl,
    max: connections,
    connectionTimeoutMillis: timeoutMs,
    application_name: `${options.applicationName} requests`,
    options: '-c timezone=UTC -c datestyle=ISO',
    pipeline: true,
  });
  // A broken idle connection is replaced at its next use; without a listener the process would end.
  for (const pool of [owner, requests]) pool.on('error', () => {});

  return {
    owner,
    ownerUrl: options.ownerUrl,
    asTenant: (tenantId, work) =>
      transaction(owner, async (client) => {
        const keyId = currentRequest()?.keyId ?? null;
        await client.query(prepare('select private.begin_tenant_work($1, $2)', [tenantId, keyId]));
        return work(client);
      }),
    asCaller: (caller, work, options = {}) => {
      const run = () => {
        if (options.single) return readOnce(requests, admission(caller, options), work);
        return runTransaction(requests, {
          begin: options.readOnly ? 'begin read only' : 'begin',
          work: async (client) => {
            const admitted = client.query(admission(caller, options));
            if (!options.eager) {
              await admitted;
              return work(client);
            }
            // A refused caller has aborted the transaction, so that nothing is returned or changed.
            const [reason, result] = await Promise.allSettled([admitted, work(client)]);
            if (reason.status === 'rejected') throw reason.reason;
            if (result.status === 'rejected') throw result.reason;
            return result.value;
          },
        });
      };
      const key = fairShareKeyOf(caller);
      const answer = key === null ? run() : withFairShare(key, run);
      return answer.catch(async (error: unknown) => {
        await recordRefusal(owner, caller, error);
        throw error;
      });
    },
    close: async () => {
      await Promise.all([owner.end(), requests.end()]);
    },
  };
}
