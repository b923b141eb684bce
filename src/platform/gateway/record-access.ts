import type { FastifyRequest } from 'fastify';
import type pg from 'pg';
import type { Caller } from './caller.ts';

/** Disclosure of data outside the server, with its recipient. */
export type Access = {
  /** Null for a program with the server's own key. */
  actorId: string | null;
  action: string;
  objectType: string;
  objectId: string;
  detail?: Record<string, unknown>;
};

/** Window in which repeated access by the same account and address is recorded once. */
export type Fold = 'minute' | 'day';

export const actorOf = (caller: Caller): string | null =>
  'claims' in caller ? caller.claims.sub : null;

const keyNoteOf = (caller: Caller) =>
  caller.role === 'key_holder'
    ? {
        api_key: caller.claims.key_id,
        api_key_name: caller.claims.key_name,
        scopes: caller.claims.scopes,
      }
    : {};

/** Adds an access to the audit trail of the caller's tenant. Await it before the data is sent. */
export async function recordAccess(
  pool: Pick<pg.Pool, 'query'>,
  { request, access, fold }: { request: FastifyRequest; access: Access; fold: Fold },
): Promise<void> {
  await pool.query(
    `insert into audit.events
       (tenant_id, actor_id, actor_email, action, object_type, object_id, address, agent, detail)
     select p.tenant_id, a.id, u.email, $2, $3, $4, $5, $6, $7
       from (select $1::uuid as id) a
       left join public.profiles p on p.id = a.id
       left join auth.users u on u.id = a.id
      where not exists (
        select from audit.events e
         where e.actor_id = a.id and e.object_id = $4 and e.object_type = $3 and e.action = $2
           and e.address is not distinct from $5::inet
           and e.detail -> 'api_key' is not distinct from $7::jsonb -> 'api_key'
           and e.at > case $8 when 'day' then date_trunc('day', now(), 'UTC')
                              else now() - interval '1 minute' end)`,
    [
      access.actorId,
      access.action,
      access.objectType,
      access.objectId,
      request.ip,
      String(request.headers['user-agent'] ?? '').slice(0, 400),
      JSON.stringify({ ...access.detail, ...keyNoteOf(request.caller) }),
      fold,
    ],
  );
}

const MS_PER_DAY = 86_400_000;

export type ReadRecorder = (request: FastifyRequest, table: string) => Promise<void>;

/** Records reads once per person, table and day (UTC), so that repeated reads cost no statement. */
export function createReadRecorder(
  pool: Pick<pg.Pool, 'query'>,
  tables: ReadonlySet<string>,
  now: () => number = Date.now,
): ReadRecorder {
  let day = 0;
  let recorded = new Set<string>();
  return async (request, table) => {
    const { caller } = request;
    if (!tables.has(table) || caller.role === 'anon') return;
    const today = Math.floor(now() / MS_PER_DAY);
    if (today !== day) recorded = new Set();
    day = today;
    const actorId = actorOf(caller);
    const keyId = caller.role === 'key_holder' ? caller.claims.key_id : '';
    const reading = `${actorId} ${keyId} ${request.ip} ${table}`;
    if (recorded.has(reading)) return;
    const access = { actorId, action: 'data.read', objectType: 'table', objectId: table };
    await recordAccess(pool, { request, access, fold: 'day' });
    recorded.add(reading);
  };
}
