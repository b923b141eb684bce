import type { FastifyInstance } from 'fastify';
import { presentUser, USER_COLUMNS, type UserRow } from '../../accounts/users.ts';
import type { AuthContext } from '../../context.ts';

const MAX_PER_PAGE = 1000;

export function listUsersRoute(app: FastifyInstance, { platform }: AuthContext): void {
  app.get<{ Querystring: { page?: string; per_page?: string } }>(
    '/users',
    async (request, reply) => {
      const page = Math.max(1, Number(request.query.page ?? 1) || 1);
      const wanted = Number(request.query.per_page ?? 50) || 50;
      const perPage = Math.min(MAX_PER_PAGE, Math.max(1, wanted));
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
