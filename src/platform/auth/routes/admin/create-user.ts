import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { MAX_EMAIL_LENGTH } from '../../../../shared/limits.ts';
import { transaction } from '../../../database/database.ts';
import { createAccount } from '../../accounts/accounts.ts';
import { checkPasswordRules } from '../../accounts/passwords.ts';
import { findUser, presentUser } from '../../accounts/users.ts';
import { AuthError, validationFailed } from '../../auth-error.ts';
import type { AuthContext } from '../../context.ts';

const newUser = z.object({
  email: z.email().max(MAX_EMAIL_LENGTH),
  password: z.string(),
  email_confirm: z.boolean().optional(),
});

export function createUserRoute(app: FastifyInstance, { platform, options }: AuthContext): void {
  const pool = platform.database.owner;
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
}
