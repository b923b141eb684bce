import { createAccount, findAccountByEmail } from '../../platform/auth/accounts.ts';
import { isCommonPassword } from '../../platform/auth/common-passwords.ts';
import { commonPassword } from '../../platform/auth/passwords.ts';
import { transaction } from '../../platform/database/database.ts';
import {
  accountOf,
  defineFunction,
  type FunctionDefinition,
} from '../../platform/functions/define.ts';
import {
  adminUpsertSuperadminBody,
  createUserAnswer,
  createUserBody,
  requestPasswordResetAnswer,
  requestPasswordResetBody,
  resetSuperadminBody,
  superadminAnswer,
} from '../../shared/contracts/identity.ts';
import { AppError } from '../../shared/errors.ts';
import type { Product } from '../product.ts';
import { upsertSuperadmin } from './upsert-superadmin.ts';

/** Functions about people: resetting a password, making users and superadmins. */
export function accessFunctions(product: Product): FunctionDefinition[] {
  const { database } = product.platform;
  const asActor = async (
    tx: { query: (sql: string, values: unknown[]) => Promise<unknown> },
    claims: object,
  ) => tx.query("select set_config('request.jwt.claims', $1, true)", [JSON.stringify(claims)]);

  const refuseCommon = (password: string) => {
    if (product.passwordRules.denyCommonPasswords && isCommonPassword(password)) {
      throw new AppError('bad_request', commonPassword().message);
    }
  };

  return [
    defineFunction({
      name: 'request-password-reset',
      summary: 'Sends a reset link, if the account exists. The answer is the same either way.',
      audience: 'public',
      body: requestPasswordResetBody,
      answer: requestPasswordResetAnswer,
      handle: async ({ body, request }) => {
        await product.accounts.requestPasswordReset(body.email, request.ip);
        return { message: 'If an account exists, an email with a link is on its way.' };
      },
    }),
    defineFunction({
      name: 'create-user',
      summary: 'Makes a user of an organization.',
      audience: 'superadmin',
      body: createUserBody,
      answer: createUserAnswer,
      handle: async (call) => {
        const { body } = call;
        refuseCommon(body.password);
        const actor = accountOf(call);
        const userId = await transaction(database.owner, async (tx) => {
          await asActor(tx, { sub: actor.userId, email: actor.email });
          const organization = await tx.query('select from public.organizations where id = $1', [
            body.org_id,
          ]);
          if (organization.rowCount === 0)
            throw new AppError('not_found', 'Organization not found');
          if (await findAccountByEmail(tx, body.email)) {
            throw new AppError(
              'conflict',
              'A user with this email address has already been registered',
            );
          }
          const { id } = await createAccount(tx, body);
          await tx.query('insert into public.profiles (id, email, org_id) values ($1, $2, $3)', [
            id,
            body.email.toLowerCase(),
            body.org_id,
          ]);
          await tx.query('insert into public.user_roles (user_id, role) values ($1, $2)', [
            id,
            body.role,
          ]);
          await tx.query("select audit.record('user.created', 'profile', $1, $2, $3)", [
            id,
            body.org_id,
            JSON.stringify({ email: body.email, role: body.role }),
          ]);
          return id;
        });
        return { user_id: userId, message: 'User created' };
      },
    }),
    defineFunction({
      name: 'superadmin-reset-password',
      summary: 'Makes a superadmin, or resets the password of one.',
      audience: 'superadmin',
      body: resetSuperadminBody,
      answer: superadminAnswer,
      handle: async (call) => {
        refuseCommon(call.body.password);
        const actor = accountOf(call);
        const { userId, created } = await transaction(database.owner, async (tx) => {
          await asActor(tx, { sub: actor.userId, email: actor.email });
          const result = await upsertSuperadmin(tx, call.body);
          await tx.query("select audit.record('superadmin.reset', 'profile', $1, null, $2)", [
            result.userId,
            JSON.stringify({ email: call.body.email, created: result.created }),
          ]);
          return result;
        });
        return {
          user_id: userId,
          created,
          message: created ? 'Superadmin created' : 'Superadmin password reset',
        };
      },
    }),
    defineFunction({
      name: 'admin-upsert-superadmin',
      summary: 'Makes the first superadmin, or restores one, with the setup token.',
      audience: 'public',
      body: adminUpsertSuperadminBody,
      answer: superadminAnswer,
      handle: async ({ body, request }) => {
        const token = request.headers['x-admin-setup-token'];
        if (typeof token !== 'string' || token === '') {
          throw new AppError('unauthenticated', 'Setup token is required');
        }
        await product.setupGuard(request.ip, product.setupToken.matches(token));
        refuseCommon(body.password);
        const { userId, created } = await transaction(database.owner, async (tx) => {
          const result = await upsertSuperadmin(tx, body);
          await tx.query("select audit.record('superadmin.setup', 'profile', $1, null, $2)", [
            result.userId,
            JSON.stringify({ email: body.email, created: result.created, address: request.ip }),
          ]);
          return result;
        });
        return {
          user_id: userId,
          created,
          message: created ? 'Superadmin created' : 'Superadmin updated',
        };
      },
    }),
  ];
}
