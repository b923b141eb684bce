import type { AccessClaims } from '../../src/platform/gateway/caller.ts';

export const claimsOf = (
  person: Pick<AccessClaims, 'iss' | 'sub' | 'email' | 'session_id'> &
    Partial<Pick<AccessClaims, 'iat' | 'exp'>>,
): AccessClaims => ({
  aud: 'authenticated',
  exp: 4_000_000_000,
  iat: 1,
  role: 'authenticated',
  phone: '',
  aal: 'aal1',
  amr: [],
  is_anonymous: false,
  app_metadata: {},
  user_metadata: {},
  ...person,
});
