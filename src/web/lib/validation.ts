import {
  MAX_EMAIL_LENGTH,
  MAX_PASSWORD_LENGTH,
  MIN_SIGN_IN_PASSWORD_LENGTH,
} from '../../shared/limits.ts';
import {
  EMAIL_INVALID,
  EMAIL_TOO_LONG,
  PASSWORD_TOO_LONG,
  passwordTooShort,
} from '../../shared/refusals.ts';

const EMAIL = /^[A-Za-z0-9_'+\-.]*[A-Za-z0-9_+-]@([A-Za-z0-9][A-Za-z0-9-]*\.)+[A-Za-z]{2,}$/;

/** What is wrong with an e-mail address, or null. Give it trimmed. */
export function emailIssue(email: string): string | null {
  if (!EMAIL.test(email) || email.startsWith('.') || email.includes('..')) {
    return EMAIL_INVALID;
  }
  return email.length > MAX_EMAIL_LENGTH ? EMAIL_TOO_LONG : null;
}

/** What is wrong with a password that must have at least so many characters, or null. */
export function passwordIssue(password: string, minLength: number): string | null {
  if (password.length < minLength) return passwordTooShort(minLength);
  return password.length > MAX_PASSWORD_LENGTH ? PASSWORD_TOO_LONG : null;
}

export type SignInValues = { email: string; password: string };

/** The first of what is wrong with fields, by name in their order; null where nothing is. */
export function firstIssue<Name extends string>(
  checks: Record<Name, string | null>,
): { field: Name; message: string } | null {
  for (const field in checks) {
    const message = checks[field];
    if (message !== null) return { field, message };
  }
  return null;
}

/** The first thing wrong with what was typed into the sign-in form, or null. */
export const signInIssue = ({ email, password }: SignInValues) =>
  firstIssue({
    email: emailIssue(email.trim()),
    password: passwordIssue(password, MIN_SIGN_IN_PASSWORD_LENGTH),
  });

/** Hints and notices of the forms that set a password. */
export const minLengthHint = (minLength: number): string =>
  `Minimum ${minLength} characters required`;
/** Fewer are taken, down to the least that a password may have, with a warning. */
export const NEW_PASSWORD_HINT = `At least ${MIN_SIGN_IN_PASSWORD_LENGTH} characters`;
export const SHORT_FOR_SIGN_IN = `Sign-in asks for at least ${MIN_SIGN_IN_PASSWORD_LENGTH} characters`;
