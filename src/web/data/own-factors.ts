import type { Factor } from '@supabase/auth-js';
import { queryOptions } from '@tanstack/react-query';
import { check } from '../lib/service-error.ts';
import { openClient } from './client.ts';
import { checkKeyAdded } from './security-key.ts';

export type { Factor };

export type SecondFactors = {
  factors: Factor[];
  /** Unused recovery codes; null if none exist. */
  codesLeft: number | null;
};
/** Unverified factor: the QR code of an authenticator, or a phone that receives a message. */
export type PendingFactor = { id: string; picture?: string; secret?: string };
/** Verified factors. The server discards factors that were never verified. */
export const factorsQuery = queryOptions({
  queryKey: ['account', 'factors'],
  queryFn: async (): Promise<SecondFactors> => {
    const client = await openClient();
    const { data, error } = await client.auth.mfa.listFactors();
    if (error) throw error;
    const verified = data.all.filter((factor) => factor.status === 'verified');
    const codes = verified.some((factor) => factor.factor_type === 'recovery_code')
      ? await client.auth.mfa.recoveryCodes.getStatus()
      : null;
    if (codes?.error) throw codes.error;
    return {
      factors: verified.filter((factor) => factor.factor_type !== 'recovery_code'),
      codesLeft: codes?.data?.remaining ?? null,
    };
  },
});

export async function removeFactor(id: string): Promise<void> {
  const client = await openClient();
  check(await client.auth.mfa.unenroll({ factorId: id }));
  // Removing the last factor changes the session's level; refresh the token to reflect it.
  check(await client.auth.refreshSession());
}

export async function addSecurityKey(friendlyName: string): Promise<void> {
  checkKeyAdded(await (await openClient()).auth.mfa.webauthn.register({ friendlyName }));
}

/** Generates ten recovery codes, which invalidate all earlier ones. */
export async function makeRecoveryCodes(replace: boolean): Promise<string[]> {
  const { recoveryCodes } = (await openClient()).auth.mfa;
  const { data, error } = await (replace ? recoveryCodes.regenerate() : recoveryCodes.generate());
  if (error) throw error;
  return data.codes;
}

export async function enrollFactor(
  kind: 'totp' | 'phone',
  name: string,
  phone: string,
): Promise<PendingFactor> {
  const { mfa } = (await openClient()).auth;
  if (kind === 'phone') {
    const { data, error } = await mfa.enroll({ factorType: 'phone', friendlyName: name, phone });
    if (error) throw error;
    return { id: data.id };
  }
  const { data, error } = await mfa.enroll({ factorType: 'totp', friendlyName: name });
  if (error) throw error;
  return { id: data.id, picture: data.totp.qr_code, secret: data.totp.secret };
}

export async function challengeFactor(factorId: string): Promise<string> {
  const { data, error } = await (await openClient()).auth.mfa.challenge({ factorId });
  if (error) throw error;
  return data.id;
}

export async function proveFactor(answer: {
  factorId: string;
  challengeId: string;
  code: string;
}): Promise<void> {
  check(await (await openClient()).auth.mfa.verify(answer));
}
