import type { FastifyInstance } from 'fastify';
import { transaction } from '../../../database/database.ts';
import { createAccount, findAccountByEmail } from '../../accounts/accounts.ts';
import { checkPasswordRules } from '../../accounts/passwords.ts';
import { findUser, presentUser } from '../../accounts/users.ts';
import { AuthError } from '../../auth-error.ts';
import type { AuthContext } from '../../context.ts';
import { applyChanges, emailExists } from './apply-changes.ts';
import { readNewUser } from './user-fields.ts';

export function createUserRoute(app: FastifyInstance, { platform, options }: AuthContext): void {
  const pool = platform.database.owner;
  app.post('/users', async (request) => {
    const { email, password, id: wantedId, ...changes } = readNewUser(request.body);
    checkPasswordRules(password, options);
    const id = await transaction(pool, async (tx) => {
      if (await findAccountByEmail(tx, email)) throw emailExists();
      if (wantedId !== undefined && (await findUser(tx, { id: wantedId }))) {
        throw new AuthError(422, 'user_already_exists', 'A user with this id already exists');
      }
      const isConfirmed = changes.email_confirm !== false;
      const account = await createAccount(tx, {
        email,
        password,
        isConfirmed,
        ...(wantedId !== undefined && { id: wantedId }),
      });
      await tx.query('insert into public.profiles (id, email) values ($1, $2)', [
        account.id,
        email.toLowerCase(),
      ]);
      await tx.query('insert into public.user_roles (user_id) values ($1)', [account.id]);
      await applyChanges(tx, { request, user: { id: account.id, email }, changes });
      return account.id;
    });
    return presentUser((await findUser(pool, { id }))!);
  });
}
