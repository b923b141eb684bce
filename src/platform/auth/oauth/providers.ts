import { createRemoteJWKSet, type JWTVerifyGetKey } from 'jose';
import * as oidc from 'openid-client';
import { validationFailed } from '../auth-error.ts';
import type { IdentityProviders } from './identity-providers.ts';

export type Provider = {
  name: string;
  configuration: oidc.Configuration;
  scopes: string;
  issuer: string;
  audiences: string[];
  keys: JWTVerifyGetKey;
};

export type ProviderSource = (name: string | undefined) => Promise<Provider>;

/** Looks providers up by name; their metadata is read once, at first use. */
export function providerSource(providers: IdentityProviders): ProviderSource {
  const cache = new Map<string, Promise<Provider>>();
  return async (name) => {
    const settings = name !== undefined && Object.hasOwn(providers, name) ? providers[name] : null;
    if (!settings || name === undefined) {
      throw validationFailed(`Unsupported provider: Provider ${name ?? ''} could not be found`);
    }
    let provider = cache.get(name);
    if (provider === undefined) {
      provider = discover(name, settings);
      cache.set(name, provider);
      provider.catch(() => cache.delete(name));
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
