import { randomInt } from 'node:crypto';
import type pg from 'pg';
import { z } from 'zod';
import { AuthError } from '../auth-error.ts';

const CHALLENGE_SECONDS = 300;

export type Challenge = {
  id: string;
  ip: string;
  otp_hash: Buffer | null;
  web_authn_challenge: string | null;
  live: boolean;
};

export const newOneTimeCode = (): string => randomInt(1_000_000).toString().padStart(6, '0');

export async function createChallenge(
  tx: pg.PoolClient,
  challenge: {
    factorId: string;
    sessionId: string;
    ip: string;
    otpHash?: Buffer;
    webAuthnChallenge?: string;
  },
): Promise<{ id: string; expiresAt: number }> {
  await tx.query(
    'delete from auth.mfa_challenges where factor_id = $1 and (session_id = $2 or expires_at < now())',
    [challenge.factorId, challenge.sessionId],
  );
  const { rows } = await tx.query<{ id: string; expires: string }>(
    `insert into auth.mfa_challenges (factor_id, session_id, ip, otp_hash, web_authn_challenge, expires_at)
     values ($1, $2, $3, $4, $5, now() + make_interval(secs => $6))
     returning id, floor(extract(epoch from expires_at))::text as expires`,
    [
      challenge.factorId,
      challenge.sessionId,
      challenge.ip,
      challenge.otpHash ?? null,
      challenge.webAuthnChallenge ?? null,
      CHALLENGE_SECONDS,
    ],
  );
  await tx.query('update auth.mfa_factors set last_challenged_at = now() where id = $1', [
    challenge.factorId,
  ]);
  return { id: rows[0]!.id, expiresAt: Number(rows[0]!.expires) };
}

export async function openChallenge(
  tx: pg.PoolClient,
  asked: { id: string; factorId: string; sessionId: string; ip: string },
): Promise<Challenge> {
  const expired = () =>
    new AuthError(
      422,
      'mfa_challenge_expired',
      'MFA challenge has expired, verify against another challenge or create a new challenge.',
    );
  if (!z.uuid().safeParse(asked.id).success) throw expired();
  const { rows } = await tx.query<Challenge>(
    `select id, host(ip) as ip, otp_hash, web_authn_challenge, expires_at > now() as live
       from auth.mfa_challenges where id = $1 and factor_id = $2 and session_id = $3 for update`,
    [asked.id, asked.factorId, asked.sessionId],
  );
  const challenge = rows[0];
  if (!challenge?.live) throw expired();
  if (challenge.ip !== asked.ip) {
    throw new AuthError(
      422,
      'mfa_ip_address_mismatch',
      'Challenge and verify IP addresses mismatch.',
    );
  }
  return challenge;
}
