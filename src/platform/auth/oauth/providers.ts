import { createRemoteJWKSet, type JWTVerifyGetKey } from 'jose';
import * as oidc from 'openid-client';
import { z } from 'zod';
import { validationFailed } from '../auth-error.ts';

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

/** TLS everywhere but on this machine. */
const address = z.url().refine((text) => {
  const { protocol, hostname } = new URL(text);
  return protocol === 'https:' || (protocol === 'http:' && LOOPBACK.has(hostname));
}, 'must begin with https://');

/** OpenID Connect providers by name, as the configuration gives them. */
export const identityProviders = z.record(
  z.string().regex(/^[a-z][a-z0-9_:-]{0,49}$/, 'a provider has a short name in lower case'),
  z.strictObject({
    issuer: address,
    clientId: z.string().min(1),
    clientSecret: z.string().min(1),
    scopes: z.string().default('openid email profile'),
    /** Further clients (a mobile application, say) whose id tokens are taken. */
    audiences: z.array(z.string()).default([]),
  }),
);
export type IdentityProviders = z.infer<typeof identityProviders>;

export type Provider = {
  name: string;
  configuration: oidc.Configuration;
  scopes: string;
  issuer: string;
  audiences: string[];
  keys: JWTVerifyGetKey;
};

export type ProviderSource = (name: string | undefined) => Promise<Provider>;

/** Looks providers up by name; what a provider says of itself is read once, at its first use. */
export function providerSource(providers: IdentityProviders): ProviderSource {
  const known = new Map<string, Promise<Provider>>();
  return async (name) => {
    const settings = name !== undefined && Object.hasOwn(providers, name) ? providers[name] : null;
    if (!settings || name === undefined) {
      throw validationFailed(`Unsupported provider: Provider ${name ?? ''} could not be found`);
    }
    let provider = known.get(name);
    if (provider === undefined) {
      provider = discover(name, settings);
      known.set(name, provider);
      provider.catch(() => known.delete(name));
    }
    return provider;
  };
}

async function discover(name: string, settings: IdentityProviders[string]): Promise<Provider> {
  const issuer = new URL(settings.issuer);
  const configuration = await oidc.discovery(
    issuer,
    settings.clientId,
    settings.clientSecret,
    undefined,
    {
      timeout: 10,
      ...(issuer.protocol === 'http:' && { execute: [oidc.allowInsecureRequests] }),
    },
  );
  const metadata = configuration.serverMetadata();
  return {
    name,
    configuration,
    scopes: settings.scopes,
    issuer: metadata.issuer,
    audiences: [settings.clientId, ...settings.audiences],
    keys: createRemoteJWKSet(new URL(metadata.jwks_uri ?? `${settings.issuer}/jwks`)),
  };
}
