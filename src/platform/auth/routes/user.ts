import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { transaction } from '../../database/database.ts';
import { setPassword } from '../accounts.ts';
import { AuthError, validationFailed } from '../auth-error.ts';
import type { AuthContext } from '../context.ts';
import { currentUser } from '../current.ts';
import { checkPasswordRules, verifyPassword } from '../passwords.ts';
import { findUser, presentUser } from '../users.ts';

const MOST_METADATA = 20_000;
const changes = z.object({
  password: z.string().optional(),
  current_password: z.string().optional(),
  data: z.record(z.string(), z.unknown()).optional(),
  email: z.string().optional(),
  phone: z.string().optional(),
});

export function userRoutes(app: FastifyInstance, { platform }: AuthContext): void {
  app.get('/user', async (request) => presentUser((await currentUser(platform, request)).user));

  app.put('/user', async (request) => {
    const { user, claims } = await currentUser(platform, request);
    const body = changes.safeParse(request.body);
    if (!body.success) throw validationFailed('Unable to parse the request');
    const { password, data, email, phone } = body.data;
    if ((email !== undefined && email !== user.email) || phone !== undefined) {
      throw validationFailed('E-mail and phone are changed by an administrator');
    }
    await transaction(platform.database.owner, async (tx) => {
      if (password !== undefined) {
        checkPasswordRules(password);
        if (await verifyPassword(user.encrypted_password, password)) {
          throw new AuthError(
            422,
            'same_password',
            'New password should be different from the old password.',
          );
        }
        await setPassword(tx, {
          userId: user.id,
          password,
          endSessions: true,
          keepSession: claims.session_id,
        });
        await tx.query(
          `insert into audit.events (actor_id, actor_email, action, object_type, object_id, address, agent)
           values ($1::uuid, $2, 'password.changed', 'user', $1::text, $3, $4)`,
          [user.id, user.email, request.ip, request.headers['user-agent'] ?? null],
        );
      }
      if (data !== undefined) {
        const merged = { ...user.raw_user_meta_data, ...data };
        if (JSON.stringify(merged).length > MOST_METADATA)
          throw validationFailed('Too much metadata');
        await tx.query(
          'update auth.users set raw_user_meta_data = $2, updated_at = now() where id = $1',
          [user.id, JSON.stringify(merged)],
        );
      }
    });
    const after = await findUser(platform.database.owner, { id: user.id });
    return presentUser(after ?? user);
  });
}
