import { hash, verify } from '@node-rs/argon2';
import {
  MAX_PASSWORD_LENGTH,
  MIN_PASSWORD_LENGTH,
  MIN_SIGN_IN_PASSWORD_LENGTH,
} from '../../../shared/limits.ts';
import { AuthError, tooManyRequests, validationFailed } from '../auth-error.ts';
import { isCommonPassword } from './common-passwords.ts';

/** argon2id with 46 MiB and one pass, one of the settings OWASP recommends. */
const SETTINGS = { algorithm: 2, memoryCost: 47_104, timeCost: 1, parallelism: 1 } as const;
const MAX_AT_ONCE = 4;
const MAX_WAITING = 200;

let running = 0;
const waiting: (() => void)[] = [];

/** Bounds the memory of concurrent hashing. */
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running < MAX_AT_ONCE) running++;
  else {
    if (waiting.length >= MAX_WAITING) {
      throw tooManyRequests('over_request_rate_limit', 'Request rate limit reached', 1);
    }
    await new Promise<void>((resolve) => waiting.push(resolve));
  }
  try {
    return await work();
  } finally {
    // Hand the slot over directly, so that no other caller takes it.
    const next = waiting.shift();
    if (next) next();
    else running--;
  }
}

export type PasswordRules = { denyCommonPasswords?: boolean | undefined };

export const commonPassword = () =>
  new AuthError(
    422,
    'weak_password',
    'This password is one of the most common ones. Choose another.',
    { weak_password: { reasons: ['pwned'] } },
  );

export function checkPasswordRules(password: unknown, rules: PasswordRules): string {
  if (typeof password !== 'string' || password === '')
    throw validationFailed('A password is required');
  if (password.length > MAX_PASSWORD_LENGTH) {
    throw validationFailed(`Password cannot be longer than ${MAX_PASSWORD_LENGTH} characters`);
  }
  if (password.length < MIN_PASSWORD_LENGTH) {
    throw new AuthError(
      422,
      'weak_password',
      `Password should be at least ${MIN_PASSWORD_LENGTH} characters.`,
      { weak_password: { reasons: ['length'] } },
    );
  }
  if (rules.denyCommonPasswords && isCommonPassword(password)) throw commonPassword();
  return password;
}

export type Weakness = { weak_password?: { reasons: string[]; message: string } };

export function weaknessOf(password: string): Weakness {
  const [reason, message] = isCommonPassword(password)
    ? ['pwned', 'This password is one of the most common ones.']
    : password.length < MIN_SIGN_IN_PASSWORD_LENGTH
      ? ['length', `Password should be at least ${MIN_SIGN_IN_PASSWORD_LENGTH} characters.`]
      : [];
  return reason && message ? { weak_password: { reasons: [reason], message } } : {};
}

export const hashPassword = (password: string): Promise<string> =>
  inTurn(() => hash(password.normalize('NFKC'), SETTINGS));

let decoy: Promise<string> | undefined;

/** Checks a password. An account without one takes the same time and always fails. */
export async function verifyPassword(stored: string | null, password: string): Promise<boolean> {
  decoy ??= hashPassword('a password that nobody has');
  const against = stored ?? (await decoy);
  const right = await inTurn(() => verify(against, password.normalize('NFKC')));
  return right && stored !== null;
}

/** Returns true if a hash is weaker than today's settings, to rehash it at the next sign-in. */
export function isOutdated(stored: string): boolean {
  const { memoryCost, timeCost, parallelism } = SETTINGS;
  return !stored.startsWith(`$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$`);
}
