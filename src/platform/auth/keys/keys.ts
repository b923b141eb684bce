import { decodeProtectedHeader, errors, jwtVerify, SignJWT } from 'jose';
import type { Database } from '../../database/database.ts';
import type { AccessClaims } from '../../gateway/caller.ts';
import type { TokenKeys } from '../../gateway/context.ts';
import { TokenError } from '../../gateway/token-error.ts';
import type { Notifications } from '../../jobs/notifications.ts';
import { accessClaims } from './access-claims.ts';
import { type KeyCache, openKeyCache } from './key-cache.ts';
import { ALGORITHM, ensureKey } from './signing-keys.ts';
import { createVerifiedTokens } from './verified-tokens.ts';

const CLOCK_TOLERANCE = 5;

/** Opens the installation's ES256 keys; the first start creates them in the database. */
export async function openTokenKeys(
  database: Database,
  issuer: string,
  announcements?: Pick<Notifications, 'on'>,
): Promise<TokenKeys> {
  await ensureKey(database);
  const cache = await openKeyCache(database, announcements);
  const { keys } = cache;
  const verified = createVerifiedTokens<AccessClaims>(CLOCK_TOLERANCE);
  const purposeIssuer = (purpose: string) => `${issuer}/${purpose}`;

  return {
    sign: async (claims) => {
      const { signing, kid } = await keys();
      return new SignJWT({ ...claims })
        .setProtectedHeader({ alg: ALGORITHM, kid, typ: 'JWT' })
        .setIssuer(issuer)
        .sign(signing);
    },
    verify: async (token) => {
      const { jwks } = await keys();
      const known = verified.find(token, (kid) => jwks.keys.some((key) => key.kid === kid));
      if (known) return known;
      const { payload, kid } = await check(cache, token, {
        type: 'JWT',
        issuer,
        clockTolerance: CLOCK_TOLERANCE,
      });
      const claims = accessClaims.safeParse(payload);
      if (!claims.success) throw new TokenError('malformed', 'token has invalid claims');
      verified.keep(token, { kid, claims: Object.freeze(claims.data) });
      return claims.data;
    },
    signPurpose: async (purpose, claims, expiresInSeconds) => {
      const { signing, kid } = await keys();
      return new SignJWT(claims)
        .setProtectedHeader({ alg: ALGORITHM, kid, typ: 'purpose+jwt' })
        .setIssuer(purposeIssuer(purpose))
        .setIssuedAt()
        .setExpirationTime(Math.ceil(Date.now() / 1000) + expiresInSeconds)
        .sign(signing);
    },
    verifyPurpose: async (purpose, token) => {
      const { payload } = await check(cache, token, {
        type: 'purpose+jwt',
        issuer: purposeIssuer(purpose),
        // A link lives exactly as long as stated.
        clockTolerance: 0,
      });
      return payload;
    },
    jwks: async () => (await keys()).jwks as { keys: Record<string, unknown>[] },
  };
}

async function check(
  cache: KeyCache,
  token: string,
  expected: { type: string; issuer: string; clockTolerance: number },
): Promise<{ payload: Record<string, unknown>; kid: string }> {
  let set = await cache.keys();
  try {
    if (!set.jwks.keys.some((key) => key.kid === decodeProtectedHeader(token).kid)) {
      // Another process may have just created the key; look it up at most once a second.
      if (Date.now() - set.loadedAt > 1000) set = await cache.reload();
    }
    const { payload, protectedHeader } = await jwtVerify(token, set.resolve, {
      algorithms: [ALGORITHM],
      issuer: expected.issuer,
      typ: expected.type,
      clockTolerance: expected.clockTolerance,
      requiredClaims: ['exp', 'iat'],
    });
    return { payload, kid: protectedHeader.kid! };
  } catch (error) {
    if (error instanceof errors.JWTExpired) {
      throw new TokenError('expired', 'token has invalid claims: token is expired');
    }
    const badSignature = error instanceof errors.JWSSignatureVerificationFailed;
    throw new TokenError(
      badSignature ? 'signature' : 'malformed',
      badSignature ? 'token signature is invalid' : 'token is malformed',
    );
  }
}
