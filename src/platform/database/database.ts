import pg from 'pg';
import type { Caller } from '../gateway/caller.ts';
import { currentRequest } from '../tracing/request-context.ts';
import { createFairShares } from './fair-shares.ts';
import { prepare } from './prepare.ts';

/** How a request's transaction runs. */
type CallerOptions = {
  readOnly?: boolean;
  /** Seconds after which PostgreSQL gives up on a statement; the role's own limit where absent. */
  timeoutSeconds?: number;
  /** Further settings of the transaction. Their names are our own text. */
  settings?: Record<string, string>;
  /** For work that does nothing but ask the database: it starts before the caller was let in, and fails if not. */
  eager?: boolean;
};

export type Database = {
  /** Connections of the owner role, for what the platform does itself. Never with text that came from a request. */
  owner: pg.Pool;
  /**
   * Runs `work` in one transaction under the caller's role and claims, so that the policies decide.
   * A caller who was disabled, deleted or signed out since the token was issued is refused here.
   */
  asCaller: <T>(
    caller: Caller,
    work: (client: pg.PoolClient) => Promise<T>,
    options?: CallerOptions,
  ) => Promise<T>;
  /**
   * The same for the bearer of an API key, given by its hash: the key's tenant, and no person. Gives the key's
   * id to `work`. SQLSTATE PT401 where the key is unknown, expired or revoked.
   */
  asKeyHolder: <T>(
    keyHash: Buffer,
    work: (client: pg.PoolClient, keyId: string) => Promise<T>,
  ) => Promise<T>;
  /** Address of the database as its owner, for what needs a connection of its own (LISTEN, COPY). */
  ownerUrl: string;
  close: () => Promise<void>;
};

// Times and numbers stay the text PostgreSQL wrote; callers convert where they need another type.
for (const type of [1082, 1083, 1114, 1184, 1266]) pg.types.setTypeParser(type, (text) => text);

/** Whether all connections were in use: for longer than a request waits, or all that the server allows. */
export const isDatabaseBusy = (error: unknown): boolean =>
  error instanceof Error &&
  (error.message.startsWith('timeout exceeded when trying to connect') ||
    (error as { code?: unknown }).code === '53300');

/** With the SQLSTATE that PostgreSQL has for a role with all the connections it may have. */
const poolExhausted = () =>
  Object.assign(new Error('Too many requests of one user at a time.'), { code: '53300' });

/** Everybody without a session shares as one; the host's own service has no limit. */
const fairShareKeyOf = (caller: Caller): string | null =>
  caller.role === 'service_role'
    ? null
    : caller.role === 'anon'
      ? 'anon'
      : `user ${caller.claims.sub}`;

/** Runs `work` in a transaction of the given pool. */
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
      // Sent together with what `work` asks first, where the connection allows it.
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

/** A connection of a pool for the time of `work`, which says when it can't be used again. */
export async function lendConnection<T>(
  pool: pg.Pool,
  work: (client: pg.PoolClient, breaks: (error: Error) => void) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  // Nobody else listens while the connection is lent out; its loss would end the process.
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
  return JSON.stringify(caller.role === 'authenticated' ? caller.claims : { role: caller.role });
}

/** The request that is behind it, for rows that say so. */
function requestSettings(): Record<string, string> {
  const request = currentRequest();
  if (request === null) return {};
  return { 'request.id': request.id, 'request.traceparent': request.traceparent ?? '' };
}

/** Asks whether the caller may come in, and gives the transaction their role, claims and limits. */
function admission(
  caller: Caller,
  { timeoutSeconds = 15, settings = {} }: CallerOptions,
): pg.QueryConfig {
  const given = Object.entries({ ...settings, ...requestSettings() });
  const calls = given.map(([key], i) => `, set_config('${key}', $${i + 4}, true)`);
  return prepare(
    `select private.begin_request($1::jsonb), set_config('role', private.database_role($2), true),
            set_config('statement_timeout', $3, true)${calls.join('')}`,
    [claimsOf(caller), caller.role, `${timeoutSeconds}s`, ...given.map(([, value]) => value)],
  );
}

/** Opens the pools: the owner's, and the authenticator's, through which every request goes. */
export function openDatabase(options: {
  /** As `migrate` gives it: it acts as the owner. */
  ownerUrl: string;
  authenticatorUrl: string;
  applicationName: string;
  ownerConnections?: number;
  requestConnections?: number;
  /** How long a request waits for a connection before it is refused because the server is busy. */
  connectionTimeoutMs?: number;
}): Database {
  const owner = new pg.Pool({
    connectionString: options.ownerUrl,
    max: options.ownerConnections ?? 12,
    application_name: options.applicationName,
  });
  const connections = options.requestConnections ?? 16;
  const timeoutMs = options.connectionTimeoutMs ?? 10_000;
  // One user's expensive queries leave half of the connections to everybody else.
  const withFairShare = createFairShares(Math.max(1, Math.floor(connections / 2)), {
    timeoutMs,
    onTimeout: poolExhausted,
  });
  const requests = new pg.Pool({
    connectionString: options.authenticatorUrl,
    max: connections,
    connectionTimeoutMillis: timeoutMs,
    application_name: `${options.applicationName} requests`,
    options: '-c timezone=UTC',
    pipeline: true,
  });
  // A connection that broke while idle is replaced at the next use; without a listener it would end the process.
  for (const pool of [owner, requests]) pool.on('error', () => {});

  return {
    owner,
    ownerUrl: options.ownerUrl,
    asCaller: (caller, work, options = {}) => {
      const run = () =>
        runTransaction(requests, {
          begin: options.readOnly ? 'begin read only' : 'begin',
          work: async (client) => {
            const admitted = client.query(admission(caller, options));
            if (!options.eager) {
              await admitted;
              return work(client);
            }
            // A caller who is refused has aborted the transaction, so that nothing in it gives or changes anything.
            const [reason, result] = await Promise.allSettled([admitted, work(client)]);
            if (reason.status === 'rejected') throw reason.reason;
            if (result.status === 'rejected') throw result.reason;
            return result.value;
          },
        });
      const key = fairShareKeyOf(caller);
      return key === null ? run() : withFairShare(key, run);
    },
    asKeyHolder: (keyHash, work) =>
      withFairShare(`key ${keyHash.toString('hex')}`, () =>
        transaction(requests, async (client) => {
          const { rows } = await client.query<{ id: string }>(
            'select private.begin_key_request($1) as id',
            [keyHash],
          );
          await client.query(
            "select set_config('role', private.database_role('authenticated'), true), set_config('statement_timeout', '15s', true)",
          );
          return work(client, rows[0]!.id);
        }),
      ),
    close: async () => {
      await Promise.all([owner.end(), requests.end()]);
    },
  };
}
