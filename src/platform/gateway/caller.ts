import type { KeyScope } from '../../shared/key-scopes.ts';

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

/** Bearer of an API key, as the database states it. Each request checks the key again. */
export type KeyClaims = {
  role: 'key_holder';
  /** Maker of the key. */
  sub: string;
  email: string | null;
  key_id: string;
  key_name: string;
  scopes: KeyScope[];
  tables: string[];
  /** Environment that the key is limited to. */
  environment: string | null;
};

/** Caller of a request. The role is the PostgreSQL role of its transaction. */
export type Caller =
  | { role: 'anon' }
  | { role: 'authenticated'; claims: AccessClaims; token: string }
  | { role: 'key_holder'; claims: KeyClaims }
  | { role: 'service_role' };

export const anonymous: Caller = { role: 'anon' };
