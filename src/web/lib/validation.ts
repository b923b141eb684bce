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

export function emailIssue(email: string): string | null {
  if (!EMAIL.test(email) || email.startsWith('.') || email.includes('..')) {
    return EMAIL_INVALID;
  }
  return email.length > MAX_EMAIL_LENGTH ? EMAIL_TOO_LONG : null;
}

export function passwordIssue(password: string, minLength: number): string | null {
  if (password.length < minLength) return passwordTooShort(minLength);
  return password.length > MAX_PASSWORD_LENGTH ? PASSWORD_TOO_LONG : null;
}

export type SignInValues = { email: string; password: string };

export function firstIssue<Name extends string>(
  checks: Record<Name, string | null>,
): { field: Name; message: string } | null {
  for (const field in checks) {
    const message = checks[field];
    if (message !== null) return { field, message };
  }
  return null;
}

export const signInIssue = ({ email, password }: SignInValues) =>
  firstIssue({
    email: emailIssue(email.trim()),
    password: passwordIssue(password, MIN_SIGN_IN_PASSWORD_LENGTH),
  });

export const minLengthHint = (minLength: number): string =>
  `Minimum ${minLength} characters required`;
/** Recommended minimum; shorter passwords are accepted with a warning, down to the hard minimum. */
export const NEW_PASSWORD_HINT = `At least ${MIN_SIGN_IN_PASSWORD_LENGTH} characters`;
export const SHORT_FOR_SIGN_IN = `Sign-in asks for at least ${MIN_SIGN_IN_PASSWORD_LENGTH} characters`;
