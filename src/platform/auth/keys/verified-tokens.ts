import { createHash } from 'node:crypto';

const MOST = 10_000;

export type VerifiedTokens<Claims> = {
  /** Claims of a token that was verified with the key and has not expired; undefined otherwise. */
  find: (token: string, isKey: (kid: string) => boolean) => Claims | undefined;
  keep: (token: string, verified: { kid: string; claims: Claims }) => void;
};

/**
 * Remembers verified tokens by their hashes, since a signature costs a fifth of a small read.
 * Expiry and key are checked at each use; session, user and role are checked in the database.
 *
 * @param clockTolerance seconds that a token is accepted after it has expired
 */
export function createVerifiedTokens<Claims extends { exp: number }>(
  clockTolerance: number,
): VerifiedTokens<Claims> {
  const verified = new Map<string, { kid: string; claims: Claims }>();
  const hashOf = (token: string) => createHash('sha256').update(token).digest('base64');
  return {
    find: (token, isKey) => {
      const hash = hashOf(token);
      const found = verified.get(hash);
      if (found === undefined) return undefined;
      const isValid =
        found.claims.exp > Math.floor(Date.now() / 1000) - clockTolerance && isKey(found.kid);
      if (isValid) return found.claims;
      verified.delete(hash);
      return undefined;
    },
    keep: (token, entry) => {
      if (verified.size >= MOST) verified.delete(verified.keys().next().value!);
      verified.set(hashOf(token), entry);
    },
  };
}
