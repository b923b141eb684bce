import { z } from 'zod';
import { isLoopback } from '../is-loopback.ts';

/** TLS everywhere but on this machine. */
const address = z.url().refine((text) => {
  const { protocol, hostname } = new URL(text);
  return protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname));
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
