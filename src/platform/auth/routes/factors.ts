import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { PHONE_INVALID, phoneNumber } from '../../../shared/phone-number.ts';
import { transaction } from '../../database/database.ts';
import { recordEvent } from '../accounts/record-event.ts';
import { hasSecondFactor } from '../accounts/users.ts';
import { AuthError, validationFailed } from '../auth-error.ts';
import type { AuthContext } from '../context.ts';
import { forgetUnverified, takeFactor } from '../factors/factor-store.ts';
import { removeFactor } from '../factors/remove-factor.ts';
import { enrolment, newSecret } from '../factors/totp.ts';
import { queueMail } from '../mails/mail-queue.ts';
import { currentUser, fullUser, lockSession, requireFresh } from '../sessions/current.ts';

const MAX_FACTORS = 10;
const ISSUER = 'Synthetic Banking Sandbox';

const enrolmentBody = z.object({
  factor_type: z.enum(['totp', 'phone', 'webauthn']),
  friendly_name: z.string().trim().max(100).optional(),
  issuer: z.string().max(100).optional(),
  phone: z.string().optional(),
});

export function factorRoutes(app: FastifyInstance, context: AuthContext): void {
  const { platform, options, seal } = context;

  app.post('/factors', async (request) => {
    const current = await fullUser(
      platform,
      request,
      () => new AuthError(403, 'insufficient_aal', 'AAL2 required to enroll a new factor'),
    );
    requireFresh(current);
    const { user } = current;
    const body = enrolmentBody.safeParse(request.body);
    if (!body.success) {
      throw validationFailed('factor_type needs to be totp, phone, or webauthn, with valid fields');
    }
    const { factor_type: type, friendly_name: name, issuer } = body.data;
    const phone = phoneNumber(body.data.phone ?? '');
    if (type === 'phone' && options.sms === undefined) {
      throw new AuthError(422, 'mfa_phone_enroll_not_enabled', 'MFA enroll is disabled for Phone');
    }
    if (type === 'phone' && phone === null) throw validationFailed(PHONE_INVALID);
    return transaction(platform.database.owner, async (tx) => {
      await lockSession(tx, current);
      await forgetUnverified(tx, user.id);
      const { rows: others } = await tx.query<{ friendly_name: string | null }>(
        'select friendly_name from auth.mfa_factors where user_id = $1',
        [user.id],
      );
      if (name && others.some((factor) => factor.friendly_name === name)) {
        throw new AuthError(
          422,
          'mfa_factor_name_conflict',
          `A factor with the friendly name "${name}" for this user already exists`,
        );
      }
      if (others.length >= MAX_FACTORS) {
        throw new AuthError(
          422,
          'too_many_enrolled_mfa_factors',
          'Maximum number of verified factors reached, unenroll to continue',
        );
      }
      const { rows } = await tx.query<{ id: string }>(
        `insert into auth.mfa_factors (user_id, friendly_name, factor_type, phone)
         values ($1, $2, $3, $4) returning id`,
        [user.id, name ?? '', type, type === 'phone' ? phone : null],
      );
      const { id } = rows[0]!;
      const answer = { id, type, friendly_name: name ?? '' };
      if (type === 'phone') return { ...answer, phone };
      if (type === 'webauthn') return answer;
      const secret = newSecret();
      await tx.query('update auth.mfa_factors set secret = $2 where id = $1', [
        id,
        seal.close(secret, id),
      ]);
      const totp = await enrolment(secret, { label: user.email, issuer: issuer || ISSUER });
      return { ...answer, totp };
    });
  });

  app.delete<{ Params: { id: string } }>('/factors/:id', async (request) => {
    const current = await currentUser(platform, request);
    const { user } = current;
    return transaction(platform.database.owner, async (tx) => {
      await lockSession(tx, current);
      const factor = await takeFactor(tx, user.id, request.params.id);
      if (current.aal === 'aal1' && (factor.status === 'verified' || hasSecondFactor(user))) {
        throw new AuthError(422, 'insufficient_aal', 'AAL2 required to unenroll verified factor');
      }
      if (factor.status === 'verified') requireFresh(current);
      await removeFactor(tx, user.id, factor.id);
      if (factor.status === 'verified') {
        await queueMail(tx, 'factor_removed', user.email);
        await recordEvent(tx, request, {
          user,
          action: 'factor.removed',
          detail: { factor: factor.id, type: factor.factor_type },
        });
      }
      return { id: factor.id };
    });
  });
}
