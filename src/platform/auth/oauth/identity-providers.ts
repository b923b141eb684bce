import { z } from 'zod';
import { isLoopback } from '../is-loopback.ts';

/** URL that must use TLS unless it names this machine. */
const address = z.url().refine((text) => {
  const { protocol, hostname } = new URL(text);
  return protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname));
}, 'must start with https://');

export const identityProviders = z.record(
  z.string().regex(/^[a-z][a-z0-9_:-]{0,49}$/, 'provider names must be short and lower case'),
  z.strictObject({
    issuer: address,
    clientId: z.string().min(1),
    clientSecret: z.string().min(1),
    scopes: z.string().default('openid email profile'),
    /** Further accepted audiences of id tokens, such as a mobile application. */
    audiences: z.array(z.string()).default([]),
  }),
);
export type IdentityProviders = z.infer<typeof identityProviders>;
