import { emailIssue, passwordIssue } from '../../lib/validation.ts';

export type UserValues = {
  email: string;
  password: string;
  org_id: string;
  role: 'pilot_user' | 'admin';
};

/** The first thing wrong with a new user, or null. */
export function userIssue(values: UserValues): string | null {
  const email = values.email.trim();
  if (email === '') return 'Email is required';
  return (
    emailIssue(email) ??
    passwordIssue(values.password, 6) ??
    (values.org_id === '' ? 'Organization is required' : null)
  );
}

/** The first thing wrong with a superadmin to create or reset, or null. */
export function superadminIssue(values: { email: string; password: string }): string | null {
  if (!values.email.includes('@')) return 'Enter a valid email';
  return passwordIssue(values.password, 10);
}
