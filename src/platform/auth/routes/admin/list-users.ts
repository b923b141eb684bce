import type { FastifyInstance } from 'fastify';
import { presentUser, USER_COLUMNS, type UserRow } from '../../accounts/users.ts';
import { validationFailed } from '../../auth-error.ts';
import type { AuthContext } from '../../context.ts';

const MAX_PER_PAGE = 1000;

/** Parses a page number or size; clients send an empty text for none. */
function count(name: string, text: string | undefined, otherwise: number): number {
  if (text === undefined || text === '') return otherwise;
  const value = Number(text);
  if (/^\d+$/.test(text) && value >= 1 && value <= 1_000_000_000) return value;
  throw validationFailed(`Bad Pagination Parameters: ${name} must be a whole number from 1`);
}

export function listUsersRoute(app: FastifyInstance, { platform }: AuthContext): void {
  app.get<{ Querystring: { page?: string; per_page?: string } }>(
    '/users',
    async (request, reply) => {
      const page = count('page', request.query.page, 1);
      const perPage = Math.min(MAX_PER_PAGE, count('per_page', request.query.per_page, 50));
      const { rows } = await platform.database.owner.query<UserRow & { total: string }>(
        `select ${USER_COLUMNS}, count(*) over () as total from auth.users u
        order by u.created_at desc, u.id limit $1 offset $2`,
        [perPage, (page - 1) * perPage],
      );
      const total = Number(rows[0]?.total ?? 0);
      const last = Math.max(1, Math.ceil(total / perPage));
      const link = (n: number, rel: string) =>
        `<${platform.publicUrl}/auth/v1/admin/users?page=${n}&per_page=${perPage}>; rel="${rel}"`;
      const links = [...(page < last ? [link(page + 1, 'next')] : []), link(last, 'last')];
      reply.header('x-total-count', String(total)).header('link', links.join(', '));
      return { users: rows.map(presentUser), aud: 'authenticated' };
    },
  );
}
