import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SupabaseClient } from '@supabase/supabase-js';
import { inject } from 'vitest';
import { clientOf, makeUser, SUPERADMIN, setUpSuperadmin, signedIn } from './people.ts';
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

type Ids = { orgId: string; userId: string };

/** Makes the cast in a data folder, as a superadmin would, and stops the sandbox in good order. */
async function makeCast(dataDir: string): Promise<Ids> {
  const sandbox = await startSandbox({ dataDir, keep: true });
  try {
    const superadmin = await setUpSuperadmin(sandbox);
    const ada = await makeUser(sandbox, superadmin, { ...ADA, organization: 'Harbor' });
    await makeUser(sandbox, superadmin, { ...MAX, organization: 'Harbor', role: 'admin' });
    await superadmin.auth.signOut();
    return { orgId: ada.orgId, userId: ada.userId };
  } finally {
    await sandbox.stop();
  }
}

/** A data folder of one's own with the cast in it: made by the first file of a run, copied for the others. */
async function castFolder(folder: string): Promise<Ids & { dataDir: string }> {
  const made = join(folder, 'made');
  const note = join(folder, 'ids.json');
  if (!existsSync(note)) writeFileSync(note, JSON.stringify(await makeCast(made)));
  const dataDir = mkdtempSync(join(tmpdir(), 'sandbox data '));
  // cp keeps owners and rights, which the database server insists on.
  execFileSync('cp', ['-a', `${made}/.`, dataDir]);
  return { dataDir, ...(JSON.parse(readFileSync(note, 'utf8')) as Ids) };
}

/** @param made where a cast made before lies, or is left for the next; outside of tests there is no common place */
export async function startCast(
  env: Record<string, string> = {},
  made: string = inject('castFolder'),
): Promise<Cast> {
  const { dataDir, ...ids } = await castFolder(made);
  const sandbox = await startSandbox({ dataDir, env });
  const [superadmin, user, admin] = await Promise.all(
    [SUPERADMIN, ADA, MAX].map((person) => signedIn(sandbox, person)),
  );
  return {
    sandbox,
    superadmin: superadmin!,
    user: user!,
    admin: admin!,
    service: clientOf(sandbox, sandbox.secretKey),
    ...ids,
  };
}
