import { check } from '../lib/service-error.ts';
import { openClient } from './client.ts';

export type ResetCredential =
  | { kind: 'token'; tokenHash: string }
  | { kind: 'session'; accessToken: string; refreshToken: string };

/** Signs in with a reset link. Returns the message for an invalid link; throws otherwise. */
export async function redeemResetLink(link: ResetCredential): Promise<string | null> {
  const { auth } = await openClient();
  const { error } =
    link.kind === 'token'
      ? await auth.verifyOtp({ token_hash: link.tokenHash, type: 'recovery' })
      : await auth.setSession({
          access_token: link.accessToken,
          refresh_token: link.refreshToken,
        });
  if (!error) return null;
  if (error.status === undefined || error.status === 0 || error.status >= 500) throw error;
  return error.message || 'Invalid or expired reset link';
}

export async function setOwnPassword(password: string): Promise<void> {
  check(await (await openClient()).auth.updateUser({ password }));
}
