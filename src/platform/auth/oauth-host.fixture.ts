import { type AuthHost, startAuthHost } from '../../../test/support/auth-host.ts';
import { freePort } from '../gateway/free-port.ts';
import { type Person, startIdentityProvider } from './identity-provider.fixture.ts';

/** Return address of a third-party application; nothing listens there. */
export const MOBILE = 'http://localhost:9/mobile';

export type OAuthHost = {
  host: AuthHost;
  provider: Awaited<ReturnType<typeof startIdentityProvider>>;
  people: Record<string, Person>;
  /** Account ids by the local part of their addresses; passwords are 'password of <name>'. */
  ids: Record<string, string>;
  close: () => Promise<void>;
};

/** Starts the auth service and a real provider, `staff`, which knows some users and others. */
export async function startOAuthHost(): Promise<OAuthHost> {
  const people: Record<string, Person> = {
    ada: { email: 'Ada@Bank.example', email_verified: true },
    grace: { email: 'grace@bank.example', email_verified: true },
    unverified: { email: 'victim@bank.example', email_verified: false },
    stranger: { email: 'stranger@elsewhere.example', email_verified: true },
    second: { email: 'ada@bank.example', email_verified: true },
    alan: { email: 'alan@bank.example', email_verified: true },
    third: { email: 'third@bank.example', email_verified: true },
  };
  const port = await freePort();
  const provider = await startIdentityProvider(people, [
    { id: 'sandbox', redirect: `http://localhost:${port}/auth/v1/callback` },
    { id: 'mobile', redirect: MOBILE },
    { id: 'foreign', redirect: MOBILE },
  ]);
  const host = await startAuthHost(() => [], {
    port,
    redirectAllowList: ['https://app.bank.example/*'],
    providers: {
      staff: {
        issuer: provider.issuer,
        clientId: 'sandbox',
        clientSecret: 'secret of sandbox',
        scopes: 'openid email',
        audiences: ['mobile'],
      },
    },
  });
  const ids: Record<string, string> = {};
  for (const name of ['ada', 'grace', 'victim', 'alan', 'third']) {
    ids[name] = await host.addUser(`${name}@bank.example`, `password of ${name}`);
  }
  return {
    host,
    provider,
    people,
    ids,
    close: async () => {
      await provider.close();
      await host.close();
    },
  };
}
