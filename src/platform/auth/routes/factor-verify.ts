import { timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { z } from 'zod';
import { transaction } from '../../database/database.ts';
import { recordEvent } from '../accounts/record-event.ts';
import { findUser } from '../accounts/users.ts';
import { AuthError, validationFailed } from '../auth-error.ts';
import type { AuthContext } from '../context.ts';
import { type Challenge, openChallenge } from '../factors/challenge.ts';
import { countGuess } from '../factors/count-guess.ts';
import { type FactorRow, takeFactor } from '../factors/factor-store.ts';
import { matchingStep } from '../factors/totp.ts';
import { type Credential, verifyAssertion, verifyRegistration } from '../factors/webauthn.ts';
import { queueMail } from '../mails/mail-queue.ts';
import { currentUser, lockSession } from '../sessions/current.ts';
import { type Method, presentSession, raiseSession } from '../sessions/sessions.ts';
import { refuseEnrolmentBelow } from './factor-challenge.ts';

const answerBody = z.object({
  challenge_id: z.string(),
  code: z.string().max(20).optional(),
  webauthn: z.object({ credential_response: z.record(z.string(), z.unknown()) }).optional(),
});
type Answer = z.infer<typeof answerBody>;

const METHOD: Record<string, Method> = {
  totp: 'totp',
  phone: 'mfa/phone',
  webauthn: 'mfa/webauthn',
};

const WRONG: Record<string, string> = {
  totp: 'Invalid TOTP code entered',
  phone: 'Invalid MFA Phone code entered',
  webauthn: 'Invalid WebAuthn credential',
};

export function factorVerifyRoute(app: FastifyInstance, context: AuthContext): void {
  const { platform } = context;
  const pool = platform.database.owner;

  app.post<{ Params: { id: string } }>('/factors/:id/verify', async (request) => {
    const current = await currentUser(platform, request);
    const { user, claims } = current;
    const body = answerBody.safeParse(request.body);
    if (!body.success) throw validationFailed('A challenge and an answer are required');
    const takeBack = await countGuess(context, request, user.id);

    const outcome = await transaction(pool, async (tx) => {
      await lockSession(tx, current);
      const factor = await takeFactor(tx, user.id, request.params.id);
      refuseEnrolmentBelow(current, factor);
      const challenge = await openChallenge(tx, {
        id: body.data.challenge_id,
        factorId: factor.id,
        sessionId: claims.session_id,
        ip: request.ip,
      });
      const learned = await check(context, factor, challenge, body.data);
      const isAccepted = learned !== null && !(await isTaken(tx, factor, learned.credential));
      // A signature needs a new challenge each time; a mistyped code may be corrected.
      if (isAccepted || factor.factor_type === 'webauthn') {
        await tx.query('delete from auth.mfa_challenges where id = $1', [challenge.id]);
      }
      const detail = { factor: factor.id, type: factor.factor_type };
      if (!isAccepted) {
        await recordEvent(tx, request, { user, action: 'second_factor.failed', detail });
        return { wrong: WRONG[factor.factor_type]! };
      }
      await tx.query(
        `update auth.mfa_factors
            set status = 'verified', updated_at = now(), last_step = coalesce($2, last_step),
                credential = coalesce($3, credential)
          where id = $1`,
        [factor.id, learned.step ?? null, learned.credential ?? null],
      );
      const isNew = factor.status === 'unverified';
      const session = await raiseSession(tx, {
        session: { id: claims.session_id, userId: user.id },
        factorId: factor.id,
        method: METHOD[factor.factor_type]!,
      });
      const action = isNew ? 'factor.added' : 'second_factor.passed';
      await recordEvent(tx, request, { user, action, detail });
      if (isNew) await queueMail(tx, 'factor_added', user.email);
      return { session, user: (await findUser(tx, { id: user.id }))! };
    });
    if ('wrong' in outcome) {
      throw new AuthError(422, 'mfa_verification_failed', outcome.wrong!);
    }
    await takeBack();
    return presentSession(context, outcome.user, outcome.session);
  });
}

type Learned = { step?: number; credential?: Credential };

async function check(
  { seal, now, options }: AuthContext,
  factor: FactorRow,
  challenge: Challenge,
  answer: Answer,
): Promise<Learned | null> {
  const code = answer.code?.trim() ?? '';
  switch (factor.factor_type) {
    case 'totp': {
      const secret = seal.open(factor.secret!, factor.id);
      const last = factor.last_step === null ? null : Number(factor.last_step);
      const step = matchingStep({ secret, code, now: now(), lastStep: last });
      return step === null ? null : { step };
    }
    case 'phone': {
      const digest = seal.digest(`${factor.id}:${code}`);
      return challenge.otp_hash && timingSafeEqual(digest, challenge.otp_hash) ? {} : null;
    }
    case 'webauthn': {
      const response = answer.webauthn?.credential_response;
      const expected = challenge.web_authn_challenge;
      if (response === undefined || expected === null) return null;
      const credential =
        factor.credential === null
          ? await verifyRegistration(options.siteUrl, expected, response)
          : await verifyAssertion({
              siteUrl: options.siteUrl,
              expectedChallenge: expected,
              credential: factor.credential,
              response,
            });
      return credential && { credential };
    }
    default:
      return null;
  }
}

async function isTaken(
  tx: pg.PoolClient,
  factor: FactorRow,
  credential: Credential | undefined,
): Promise<boolean> {
  if (credential === undefined) return false;
  const { rowCount } = await tx.query(
    "select from auth.mfa_factors where credential ->> 'id' = $1 and id <> $2",
    [credential.id, factor.id],
  );
  return rowCount !== 0;
}
