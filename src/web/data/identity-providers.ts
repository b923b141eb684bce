import { readJson } from './client.ts';

type AuthSettings = { external: Record<string, boolean> };

export async function identityProviders(): Promise<string[]> {
  const { external } = await readJson<AuthSettings>('/auth/v1/settings');
  return Object.keys(external).filter(
    (name) => external[name] && !['email', 'phone'].includes(name),
  );
}
