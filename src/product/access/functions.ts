import { isCommonPassword } from '../../platform/auth/accounts/common-passwords.ts';
import { commonPassword } from '../../platform/auth/accounts/passwords.ts';
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
import { actAs } from './act-as.ts';
import { createUser } from './create-user.ts';
import { invitationFunctions } from './invitation-functions.ts';
import { upsertSuperadmin } from './upsert-superadmin.ts';

export function accessFunctions(product: Product): FunctionDefinition[] {
  const { database } = product.platform;
  const refuseCommon = (password: string) => {
    if (product.passwordRules.denyCommonPasswords && isCommonPassword(password)) {
      throw new AppError('bad_request', commonPassword().message);
    }
  };

  return [
    defineFunction({
      name: 'request-password-reset',
      summary: 'Sends a reset link, if the account exists. The response is the same either way.',
      audience: 'public',
      body: requestPasswordResetBody,
      answer: requestPasswordResetAnswer,
      handle: async ({ body, request }) => {
        const { email, captchaToken } = body;
        await product.accounts.requestPasswordReset({ email, address: request.ip, captchaToken });
        return { message: 'If an account exists, an email with a link is on its way.' };
      },
    }),
    defineFunction({
      name: 'create-user',
      summary: 'Creates a user of an organization.',
      audience: 'superadmin',
      body: createUserBody,
      answer: createUserAnswer,
      handle: async (call) => {
        refuseCommon(call.body.password);
        const userId = await actAs(database, accountOf(call), (tx) => createUser(tx, call.body));
        return { user_id: userId, message: 'User created' };
      },
    }),
    ...invitationFunctions(product),
    defineFunction({
      name: 'superadmin-reset-password',
      summary: 'Creates a superadmin, or resets the password of one.',
      audience: 'superadmin',
      body: resetSuperadminBody,
      answer: superadminAnswer,
      handle: async (call) => {
        const { email, password } = call.body;
        refuseCommon(password);
        const { userId, created } = await actAs(database, accountOf(call), (tx) =>
          upsertSuperadmin(tx, { account: { email, password }, action: 'superadmin.reset' }),
        );
        const message = created ? 'Superadmin created' : 'Superadmin password reset';
        return { user_id: userId, created, message };
      },
    }),
    defineFunction({
      name: 'admin-upsert-superadmin',
      headers: ['x-admin-setup-token'],
      summary: 'Creates the first superadmin, or restores one, with the setup token.',
      audience: 'public',
      body: adminUpsertSuperadminBody,
      answer: superadminAnswer,
      handle: async ({ body: { email, password }, request }) => {
        const token = request.headers['x-admin-setup-token'];
        if (typeof token !== 'string' || token === '') {
          throw new AppError('unauthenticated', 'Setup token is required');
        }
        await product.setupGuard(request.ip, product.setupToken.matches(token));
        refuseCommon(password);
        const { userId, created } = await transaction(database.owner, (tx) =>
          upsertSuperadmin(tx, {
            account: { email, password },
            action: 'superadmin.setup',
            facts: { address: request.ip },
          }),
        );
        const message = created ? 'Superadmin created' : 'Superadmin updated';
        return { user_id: userId, created, message };
      },
    }),
  ];
}
