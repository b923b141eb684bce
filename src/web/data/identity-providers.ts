import { readJson } from './client.ts';

type AuthSettings = { external: Record<string, boolean> };

/** The names of the providers that sign people in here, besides the password. */
export async function identityProviders(): Promise<string[]> {
  const { external } = await readJson<AuthSettings>('/auth/v1/settings');
  return Object.keys(external).filter(
    (name) => external[name] && !['email', 'phone'].includes(name),
  );
}
