import {
  accountOf,
  defineFunction,
  type FunctionDefinition,
} from '../../platform/functions/define.ts';
import {
  createUserAnswer,
  inviteUserBody,
  resendInvitationBody,
} from '../../shared/contracts/identity.ts';
import { AppError } from '../../shared/errors.ts';
import type { Product } from '../product.ts';
import { actAs } from './act-as.ts';
import { createUser } from './create-user.ts';
import { invite, inviteAgain } from './invite.ts';

const NO_MAIL_SERVER =
  'Invitations need a mail server (SMTP_URL). Create the user with a temporary password instead.';

export function invitationFunctions(product: Product): FunctionDefinition[] {
  const { database } = product.platform;
  const refuseWithoutMail = () => {
    if (!product.accounts.hasMailServer) throw new AppError('unavailable', NO_MAIL_SERVER);
  };

  return [
    defineFunction({
      name: 'invite-user',
      summary: 'Creates a user of an organization, who sets a password through a mailed link.',
      audience: 'superadmin',
      body: inviteUserBody,
      answer: createUserAnswer,
      handle: async (call) => {
        refuseWithoutMail();
        const userId = await actAs(database, accountOf(call), async (tx) => {
          const id = await createUser(tx, { ...call.body, password: null });
          await invite(tx, { id, email: call.body.email });
          return id;
        });
        product.accounts.sendMails();
        return { user_id: userId, message: 'Invitation sent' };
      },
    }),
    defineFunction({
      name: 'resend-invitation',
      summary: 'Sends a new link to an invited user and revokes the previous one.',
      audience: 'superadmin',
      body: resendInvitationBody,
      answer: createUserAnswer,
      handle: async (call) => {
        const userId = call.body.user_id;
        refuseWithoutMail();
        await actAs(database, accountOf(call), (tx) => inviteAgain(tx, userId));
        product.accounts.sendMails();
        return { user_id: userId, message: 'Invitation sent' };
      },
    }),
  ];
}
