import type { Factor } from '@supabase/auth-js';
import { check, ServiceError } from '../lib/service-error.ts';
import { openClient } from './client.ts';
import { checkKeyUsed } from './security-key.ts';

/** Kinds of second factors, in order of preference. */
const KINDS = ['totp', 'webauthn', 'phone', 'recovery_code'] as const;
export type Kind = (typeof KINDS)[number];

async function verifiedFactors(): Promise<Factor[]> {
  const { data, error } = await (await openClient()).auth.mfa.listFactors();
  if (error) throw error;
  return data.all.filter((factor) => factor.status === 'verified');
}

export async function secondFactorKinds(): Promise<Kind[]> {
  const factors = await verifiedFactors();
  return KINDS.filter((kind) => factors.some((factor) => factor.factor_type === kind));
}

async function factorOf(kind: Kind): Promise<string> {
  const factor = (await verifiedFactors()).find(({ factor_type }) => factor_type === kind);
  if (!factor) throw new ServiceError('This account has no second factor of this kind.');
  return factor.id;
}

export async function askPhone(): Promise<string> {
  const factorId = await factorOf('phone');
  const { data, error } = await (await openClient()).auth.mfa.challenge({ factorId });
  if (error) throw error;
  return data.id;
}

/** Raises the session's assurance level. */
export async function passSecondFactor(
  kind: Kind,
  code: string,
  challengeId: string | undefined,
): Promise<void> {
  const { mfa } = (await openClient()).auth;
  if (kind === 'recovery_code') return check(await mfa.recoveryCodes.verify({ code }));
  const factorId = await factorOf(kind);
  if (kind === 'webauthn') return checkKeyUsed(await mfa.webauthn.authenticate({ factorId }));
  if (kind === 'totp') return check(await mfa.challengeAndVerify({ factorId, code }));
  if (challengeId === undefined) throw new ServiceError('Request a code first.');
  check(await mfa.verify({ factorId, challengeId, code }));
}
