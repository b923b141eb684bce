import { createHash } from 'node:crypto';
import { createChallenge, randomInt, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import type pg from 'pg';
import { z } from 'zod';
import type { Captcha } from './captcha.ts';
import { countAttempt } from './count-attempt.ts';

const SECONDS = 300;
/** PBKDF2 rounds per try and tries per browser: about a second together. */
const COST = 1000;
const TRIES = { least: 500, most: 1500 };

const hex = z.string().regex(/^[0-9a-f]+$/i);
const payload = z.object({
  challenge: z.object({
    parameters: z.looseObject({ nonce: hex, salt: hex }),
    signature: hex,
  }),
  solution: z.looseObject({ counter: z.int(), derivedKey: hex }),
});

function decoded(token: string): unknown {
  try {
    return JSON.parse(Buffer.from(token, 'base64').toString('utf8'));
  } catch {
    return null;
  }
}

/**
 * Issues and verifies ALTCHA challenges without a third party: the browser searches for a number,
 * which costs a guesser time. Each challenge counts once, for five minutes, on every host.
 */
export function proofOfWork({ pool, secret }: { pool: pg.Pool; secret: string }): Captcha {
  const keyOf = (purpose: string) =>
    createHash('sha256').update(`${purpose} ${secret}`).digest('hex');
  const secrets = {
    hmacSignatureSecret: keyOf('challenge'),
    hmacKeySignatureSecret: keyOf('key'),
  };
  return {
    challenge: () =>
      createChallenge({
        algorithm: 'PBKDF2/SHA-256',
        cost: COST,
        counter: randomInt(TRIES.most, TRIES.least),
        deriveKey,
        expiresAt: new Date(Date.now() + SECONDS * 1000),
        ...secrets,
      }),
    verify: async (token) => {
      const read = payload.safeParse(decoded(token));
      if (!read.success) return false;
      const { challenge, solution } = decoded(token) as Parameters<typeof verifySolution>[0];
      const { verified } = await verifySolution({ challenge, solution, deriveKey, ...secrets });
      if (!verified) return false;
      const spent = { kind: 'captcha', key: read.data.challenge.signature, max: 1 };
      const { before } = await countAttempt(pool, { ...spent, seconds: SECONDS });
      return before === 0;
    },
  };
}
