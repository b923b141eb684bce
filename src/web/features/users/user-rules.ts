import { MIN_PASSWORD_LENGTH, MIN_SUPERADMIN_PASSWORD_LENGTH } from '../../../shared/limits.ts';
import type { MemberRole } from '../../../shared/roles.ts';
import { emailIssue, firstIssue, passwordIssue } from '../../lib/validation.ts';

export type UserValues = {
  email: string;
  password: string;
  org_id: string;
  role: MemberRole;
};

export function userIssue(values: UserValues, isInvited: boolean) {
  const email = values.email.trim();
  return firstIssue({
    email: email === '' ? 'Email is required' : emailIssue(email),
    password: isInvited ? null : passwordIssue(values.password, MIN_PASSWORD_LENGTH),
    org_id: values.org_id === '' ? 'Organization is required' : null,
  });
}

export const superadminIssue = (values: { email: string; password: string }) =>
  firstIssue({
    email: values.email.includes('@') ? null : 'Enter a valid email',
    password: passwordIssue(values.password, MIN_SUPERADMIN_PASSWORD_LENGTH),
  });
