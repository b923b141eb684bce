export type ResetLink =
  | { kind: 'token'; tokenHash: string; isInvitation: boolean }
  | { kind: 'session'; accessToken: string; refreshToken: string }
  | { kind: 'invalid'; message: string };

export function readResetLink(hash: string, search: string): ResetLink {
  const inHash = new URLSearchParams(hash.replace(/^#/, ''));
  const inSearch = new URLSearchParams(search);
  const get = (key: string) => inHash.get(key) ?? inSearch.get(key);
  const invalid = 'Invalid or expired reset link';

  if (get('error') !== null || get('error_code') !== null || get('error_description') !== null) {
    return { kind: 'invalid', message: get('error_description') || invalid };
  }
  const tokenHash = get('token_hash') ?? get('token');
  if (tokenHash) return { kind: 'token', tokenHash, isInvitation: get('type') === 'invite' };
  const accessToken = get('access_token');
  const refreshToken = get('refresh_token');
  if (accessToken && refreshToken) return { kind: 'session', accessToken, refreshToken };
  return { kind: 'invalid', message: invalid };
}
