import type { SupabaseClient } from '@supabase/supabase-js';
import { clientOf, makeUser, setUpSuperadmin } from './people.ts';
import { type Sandbox, startSandbox } from './sandbox.ts';

export const ADA = { email: 'ada@harbor.example', password: 'ada ada ada' };
export const MAX = { email: 'max@harbor.example', password: 'max max max' };

/** A sandbox with people in it: a superadmin, and a user and an admin of one organization. */
export type Cast = {
  sandbox: Sandbox;
  superadmin: SupabaseClient;
  user: SupabaseClient;
  admin: SupabaseClient;
  service: SupabaseClient;
  orgId: string;
  userId: string;
};

export async function startCast(env: Record<string, string> = {}): Promise<Cast> {
  const sandbox = await startSandbox({ env });
  const superadmin = await setUpSuperadmin(sandbox);
  const ada = await makeUser(sandbox, superadmin, { ...ADA, organization: 'Harbor' });
  const max = await makeUser(sandbox, superadmin, {
    ...MAX,
    organization: 'Harbor',
    role: 'admin',
  });
  return {
    sandbox,
    superadmin,
    user: ada.client,
    admin: max.client,
    service: clientOf(sandbox, sandbox.secretKey),
    orgId: ada.orgId,
    userId: ada.userId,
  };
}
