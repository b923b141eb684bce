import type { FastifyRequest } from 'fastify';
import type pg from 'pg';

type Queryable = Pick<pg.ClientBase, 'query'> | pg.Pool;

export async function recordEvent(
  client: Queryable,
  request: FastifyRequest,
  event: {
    user: { id: string; email: string } | { id: null; email: string };
    action: string;
    detail?: Record<string, unknown>;
  },
): Promise<void> {
  await client.query(
    `insert into audit.events (actor_id, actor_email, action, object_type, object_id, address, agent, detail)
     values ($1::uuid, $2, $3, 'user', $1::text, $4, $5, $6)`,
    [
      event.user.id,
      event.user.email.slice(0, 255),
      event.action,
      request.ip,
      String(request.headers['user-agent'] ?? '').slice(0, 400),
      JSON.stringify(event.detail ?? {}),
    ],
  );
}
