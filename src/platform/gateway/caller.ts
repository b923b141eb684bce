/** Tenant and role that a link, upload or channel was made with. */
export type Standing = { tenant: string; role: string };

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
  /** Never part of a token: set on what was made earlier, and checked when its request begins. */
  standing?: Standing;
};

/** Caller of a request. The role is the PostgreSQL role of its transaction. */
export type Caller =
  | { role: 'anon' }
  | { role: 'authenticated'; claims: AccessClaims; token: string }
  | { role: 'service_role' };

export const anonymous: Caller = { role: 'anon' };
