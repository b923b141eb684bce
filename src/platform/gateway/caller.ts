/** What an access token says of its bearer, after its signature, issuer and times were checked. */
export type AccessClaims = {
  iss: string;
  sub: string;
  aud: string;
  exp: number;
  iat: number;
  role: 'authenticated';
  email: string;
  phone: string;
  aal: 'aal1' | 'aal2';
  amr: { method: string; timestamp: number }[];
  session_id: string;
  is_anonymous: boolean;
  app_metadata: Record<string, unknown>;
  user_metadata: Record<string, unknown>;
};

/** Who asks. The role is the PostgreSQL role the request's transaction runs under. */
export type Caller =
  | { role: 'anon' }
  | { role: 'authenticated'; claims: AccessClaims; token: string }
  | { role: 'service_role' };

export const anonymous: Caller = { role: 'anon' };
