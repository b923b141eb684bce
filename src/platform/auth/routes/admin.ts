import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { MAX_EMAIL_LENGTH } from '../../../shared/limits.ts';
import { transaction } from '../../database/database.ts';
import { createAccount, setPassword } from '../accounts/accounts.ts';
import { checkPasswordRules } from '../accounts/passwords.ts';
import { recordEvent } from '../accounts/record-event.ts';
import { findUser, presentUser, USER_COLUMNS, type UserRow } from '../accounts/users.ts';
import { AuthError, validationFailed } from '../auth-error.ts';
import type { AuthContext } from '../context.ts';
import { factorNotFound } from '../factors/factor-store.ts';
import { removeFactor } from '../factors/remove-factor.ts';
import { queueMail } from '../mails/mail-queue.ts';
import { requireService } from '../sessions/current.ts';

const newUser = z.object({
  email: z.email().max(MAX_EMAIL_LENGTH),
  password: z.string(),
  email_confirm: z.boolean().optional(),
});
const change = z.object({
  password: z.string().optional(),
  ban_duration: z.string().optional(),
  user_metadata: z.record(z.string(), z.unknown()).optional(),
});
const notFound = () => new AuthError(404, 'user_not_found', 'User not found');
const MAX_A_PAGE = 1000;

export function adminRoutes(app: FastifyInstance, { platform, options }: AuthContext): void {
  const pool = platform.database.owner;
  app.addHook('onRequest', async (request) => requireService(request));

  app.get<{ Querystring: { page?: string; per_page?: string } }>(
    '/users',
    async (request, reply) => {
      const page = Math.max(1, Number(request.query.page ?? 1) || 1);
      const perPage = Math.min(MAX_A_PAGE, Math.max(1, Number(request.query.per_page ?? 50) || 50));
      const { rows } = await pool.query<UserRow & { total: string }>(
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

  app.post('/users', async (request) => {
    const body = newUser.safeParse(request.body);
    if (!body.success) throw validationFailed('An email and a password are required');
    checkPasswordRules(body.data.password, options);
    const id = await transaction(pool, async (tx) => {
      if (await findUser(tx, { email: body.data.email })) {
        throw new AuthError(
          422,
          'email_exists',
          'A user with this email address has already been registered',
        );
      }
      const account = await createAccount(tx, body.data);
      await tx.query('insert into public.profiles (id, email) values ($1, $2)', [
        account.id,
        body.data.email.toLowerCase(),
      ]);
      await tx.query('insert into public.user_roles (user_id) values ($1)', [account.id]);
      return account.id;
    });
    return presentUser((await findUser(pool, { id }))!);
  });

  const known = async (id: string) => {
    if (!z.uuid().safeParse(id).success) throw notFound();
    const user = await findUser(pool, { id });
    if (user === null) throw notFound();
    return user;
  };

  app.get<{ Params: { id: string } }>('/users/:id', async (request) =>
    presentUser(await known(request.params.id)),
  );

  app.put<{ Params: { id: string } }>('/users/:id', async (request) => {
    const user = await known(request.params.id);
    const body = change.safeParse(request.body);
    if (!body.success) throw validationFailed('Unable to parse the request');
    const { password, ban_duration: ban, user_metadata: metadata } = body.data;
    await transaction(pool, async (tx) => {
      if (password !== undefined) {
        checkPasswordRules(password, options);
        await setPassword(tx, { userId: user.id, password, endSessions: true });
      }
      if (ban !== undefined) {
        await tx.query('update public.profiles set status = $2 where id = $1', [
          user.id,
          ban === 'none' ? 'active' : 'disabled',
        ]);
      }
      if (metadata !== undefined) {
        await tx.query('update auth.users set raw_user_meta_data = $2 where id = $1', [
          user.id,
          JSON.stringify({ ...user.raw_user_meta_data, ...metadata }),
        ]);
      }
    });
    return presentUser(await known(user.id));
  });

  app.get<{ Params: { id: string } }>(
    '/users/:id/factors',
    async (request) => (await known(request.params.id)).factors,
  );

  app.delete<{ Params: { id: string; factor: string } }>(
    '/users/:id/factors/:factor',
    async (request) => {
      const user = await known(request.params.id);
      const factor = user.factors.find(({ id }) => id === request.params.factor);
      if (!factor) throw factorNotFound();
      await transaction(pool, async (tx) => {
        await removeFactor(tx, user.id, factor.id);
        await queueMail(tx, 'factor_removed', user.email);
        await recordEvent(tx, request, {
          user,
          action: 'factor.removed_by_service',
          detail: { factor: factor.id, type: factor.factor_type },
        });
      });
      return { id: factor.id };
    },
  );

  app.delete<{ Params: { id: string } }>('/users/:id', async (request) => {
    const user = await known(request.params.id);
    await pool.query('delete from public.profiles where id = $1', [user.id]);
    await pool.query('delete from auth.users where id = $1', [user.id]);
    return {};
  });
}
