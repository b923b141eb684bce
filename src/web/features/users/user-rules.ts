import { MIN_PASSWORD_LENGTH, MIN_SUPERADMIN_PASSWORD_LENGTH } from '../../../shared/limits.ts';
import type { MemberRole } from '../../../shared/roles.ts';
import { emailIssue, passwordIssue } from '../../lib/validation.ts';

export type UserValues = {
  email: string;
  password: string;
  org_id: string;
  role: MemberRole;
};

/** The first thing wrong with a new user, or null. */
export function userIssue(values: UserValues): string | null {
  const email = values.email.trim();
  if (email === '') return 'Email is required';
  return (
    emailIssue(email) ??
    passwordIssue(values.password, MIN_PASSWORD_LENGTH) ??
    (values.org_id === '' ? 'Organization is required' : null)
  );
}

/** The first thing wrong with a superadmin to create or reset, or null. */
export function superadminIssue(values: { email: string; password: string }): string | null {
  if (!values.email.includes('@')) return 'Enter a valid email';
  return passwordIssue(values.password, MIN_SUPERADMIN_PASSWORD_LENGTH);
}
