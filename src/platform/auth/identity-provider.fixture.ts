import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Visitor } from './visitor.fixture.ts';

export type Person = { email: string; email_verified: boolean };

type ProviderClass = new (
  issuer: string,
  configuration: Record<string, unknown>,
) => { callback: () => RequestListener };

/** Starts a real OpenID Connect provider. Typing a name from `people` signs in as that person. */
export async function startIdentityProvider(
  people: Record<string, Person>,
  clients: { id: string; redirect: string }[],
  port = 0,
) {
  // Published without types.
  const name = 'oidc-provider';
  const { Provider } = (await import(name)) as { Provider: ProviderClass };
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(port, 'localhost', resolve));
  const issuer = `http://localhost:${(server.address() as AddressInfo).port}`;
  const provider = new Provider(issuer, {
    clients: clients.map(({ id, redirect }) => ({
      client_id: id,
      client_secret: `secret of ${id}`,
      redirect_uris: [redirect],
    })),
    claims: { openid: ['sub'], email: ['email', 'email_verified'] },
    features: { claimsParameter: { enabled: true } },
    cookies: { keys: ['a key for tests'] },
    findAccount: async (_context: unknown, sub: string) =>
      people[sub] && { accountId: sub, claims: async () => ({ sub, ...people[sub] }) },
  });
  server.on('request', provider.callback());
  return {
    issuer,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
    /** Follows an address through the provider's pages and returns the final address. */
    walk: async (visitor: Visitor, address: string, login: string): Promise<string> => {
      let at = address;
      for (let step = 0; step < 12; step++) {
        let answer = await visitor.get(at);
        if (answer.status === 200) {
          const page = await answer.text();
          const prompt = /name="prompt" value="(\w+)"/.exec(page)?.[1] ?? 'none';
          const action = /action="([^"]+)"/.exec(page)?.[1];
          if (action === undefined) throw new Error(`the provider says: ${page.slice(0, 2000)}`);
          answer = await visitor.post(action, { prompt, login, password: 'any' });
        }
        const location = answer.headers.get('location');
        if (location === null) throw new Error(`${answer.status} at ${at}`);
        at = new URL(location, at).href;
        if (!at.startsWith(issuer)) return at;
      }
      throw new Error('the provider did not lead back');
    },
  };
}
