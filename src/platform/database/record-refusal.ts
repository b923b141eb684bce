import type pg from 'pg';
import type { Caller } from '../gateway/caller.ts';

/** Records a change that retention or a legal hold refused: the transaction itself leaves nothing. */
export async function recordRefusal(
  owner: Pick<pg.Pool, 'query'>,
  caller: Caller,
  error: unknown,
): Promise<void> {
  const { code, constraint, column, message } = error as Partial<pg.DatabaseError>;
  if (code !== 'PT409' || constraint !== 'retained' || column === undefined) return;
  const person = caller.role === 'authenticated' ? caller.claims : null;
  await owner.query(
    `insert into audit.events (tenant_id, actor_id, actor_email, action, object_type, object_id, detail)
     values ($1::uuid, $2, $3, 'retention.refused', 'organization', $1::text, $4)`,
    [
      column,
      person?.sub ?? null,
      person?.email ?? null,
      JSON.stringify({ reason: message, role: caller.role }),
    ],
  );
}
