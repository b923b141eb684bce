import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { z } from 'zod';
import { transaction } from '../../database/database.ts';
import { hasSecondFactor } from '../accounts/users.ts';
import { AuthError, validationFailed } from '../auth-error.ts';
import type { AuthContext } from '../context.ts';
import { createChallenge, newOneTimeCode } from '../factors/challenge.ts';
import { type FactorRow, takeFactor } from '../factors/factor-store.ts';
import { assertionOptions, type Credential, registrationOptions } from '../factors/webauthn.ts';
import { countAttempt } from '../rate-limiting/count-attempt.ts';
import { type Current, currentUser, lockSession } from '../sessions/current.ts';

const SECONDS_BETWEEN_MESSAGES = 60;

const body = z.object({
  webauthn: z.object({ rpId: z.string(), rpOrigins: z.array(z.string()).optional() }).optional(),
});

export function factorChallengeRoute(app: FastifyInstance, context: AuthContext): void {
  const { platform, options, seal } = context;

  app.post<{ Params: { id: string } }>('/factors/:id/challenge', async (request) => {
    const current = await currentUser(platform, request);
    const parsed = body.safeParse(request.body ?? {});
    if (!parsed.success) throw validationFailed('Unable to parse the request');
    await countAttempt(platform.database.owner, {
      kind: 'challenge',
      key: current.user.id,
      max: 60,
      seconds: 300,
      refusal: () => ({ code: 'over_request_rate_limit', message: 'Request rate limit reached' }),
    });
    await admitMessage(context, current, request.params.id);
    const challenge = await transaction(platform.database.owner, async (tx) => {
      await lockSession(tx, current);
      const factor = await takeFactor(tx, current.user.id, request.params.id);
      refuseEnrolmentBelow(current, factor);
      const base = { factorId: factor.id, sessionId: current.claims.session_id, ip: request.ip };
      const answer = (made: { id: string; expiresAt: number }) => ({
        id: made.id,
        type: factor.factor_type,
        expires_at: made.expiresAt,
      });
      if (factor.factor_type === 'webauthn') {
        const options = await webauthnOptions(context, tx, {
          user: current.user,
          factor,
          claimed: parsed.data.webauthn,
        });
        const { challenge: webAuthnChallenge } = options.credential_options.publicKey;
        const created = await createChallenge(tx, { ...base, webAuthnChallenge });
        return { ...answer(created), webauthn: options };
      }
      if (factor.factor_type === 'totp') return answer(await createChallenge(tx, base));
      const code = newOneTimeCode();
      const otpHash = seal.digest(`${factor.id}:${code}`);
      const created = answer(await createChallenge(tx, { ...base, otpHash }));
      return { ...created, message: { to: `+${factor.phone}`, code } };
    });
    if (!('message' in challenge)) return challenge;

    const { message, ...answer } = challenge;
    try {
      await options.sms?.send({ to: message.to, text: `Your code is ${message.code}` });
    } catch (error) {
      request.log.error({ err: error }, 'a text message could not be sent');
      throw new AuthError(422, 'sms_send_failed', 'Error sending the text message');
    }
    return answer;
  });
}

/** Limits messages to one a minute per phone, before an earlier code is replaced. */
async function admitMessage(
  { platform, options }: AuthContext,
  { user }: Current,
  factorId: string,
): Promise<void> {
  const factor = user.factors.find(({ id }) => id === factorId);
  if (factor?.factor_type !== 'phone') return;
  if (options.sms === undefined) {
    throw new AuthError(422, 'mfa_phone_verify_not_enabled', 'MFA verify is disabled for Phone');
  }
  await countAttempt(platform.database.owner, {
    kind: 'sms',
    key: user.id,
    max: 1,
    seconds: SECONDS_BETWEEN_MESSAGES,
    refusal: (seconds) => ({
      code: 'over_sms_send_rate_limit',
      message: `For security purposes, you can only request this after ${seconds} seconds.`,
    }),
  });
}

/** Throws if the session may not enroll a new factor. */
export function refuseEnrolmentBelow(current: Current, factor: FactorRow): void {
  if (factor.status === 'unverified' && current.aal === 'aal1' && hasSecondFactor(current.user)) {
    throw new AuthError(403, 'insufficient_aal', 'AAL2 required to verify a new factor');
  }
}

async function webauthnOptions(
  { options }: AuthContext,
  tx: pg.PoolClient,
  {
    user,
    factor,
    claimed,
  }: { user: Current['user']; factor: FactorRow; claimed: { rpId: string } | undefined },
) {
  if (claimed !== undefined && claimed.rpId !== new URL(options.siteUrl).hostname) {
    throw validationFailed('WebAuthn is bound to the address of this site');
  }
  if (factor.credential !== null) {
    const publicKey = await assertionOptions(options.siteUrl, factor.credential);
    return { type: 'request' as const, credential_options: { publicKey } };
  }
  const { rows } = await tx.query<{ credential: Credential }>(
    'select credential from auth.mfa_factors where user_id = $1 and credential is not null',
    [user.id],
  );
  const registered = rows.map(({ credential }) => credential);
  const publicKey = await registrationOptions(options.siteUrl, user, registered);
  return { type: 'create' as const, credential_options: { publicKey } };
}
