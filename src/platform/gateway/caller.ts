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

/** Caller of a request. The role is the PostgreSQL role of its transaction. */
export type Caller =
  | { role: 'anon' }
  | { role: 'authenticated'; claims: AccessClaims; token: string }
  | { role: 'service_role' };

export const anonymous: Caller = { role: 'anon' };
