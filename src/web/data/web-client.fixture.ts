import { vi } from 'vitest';
import { type AuthFixtures, startAuthFixtures } from '../../../test/support/auth-fixtures.ts';
import { openClient } from './client.ts';

export type WebClient = {
  fixtures: AuthFixtures;
  signIn: (account: { email: string; password: string }) => Promise<void>;
  stop: () => Promise<void>;
};

export async function startWebClient(): Promise<WebClient> {
  const fixtures = await startAuthFixtures();
  const { url } = fixtures.sandbox;
  const fetchAnywhere = globalThis.fetch;
  vi.stubGlobal('window', { location: new URL(url) });
  vi.stubGlobal('fetch', (input: string | URL | Request, init?: RequestInit) =>
    fetchAnywhere(typeof input === 'string' ? new URL(input, url) : input, init),
  );
  const { auth } = await openClient();
  return {
    fixtures,
    signIn: async (account) => {
      const { error } = await auth.signInWithPassword(account);
      if (error) throw error;
    },
    stop: async () => {
      await auth.stopAutoRefresh();
      vi.unstubAllGlobals();
      await fixtures.sandbox.stop();
    },
  };
}
