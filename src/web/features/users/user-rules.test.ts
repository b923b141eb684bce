import { describe, expect, it } from 'vitest';
import { superadminIssue, userIssue } from './user-rules.ts';

describe('rules for people (specification, section 5)', () => {
  const user = {
    email: 'ada@bank.example',
    password: '123456',
    org_id: 'o',
    role: 'admin',
  } as const;

  it('asks a new user for email, password of 6, and organization', () => {
    const issue = (change: object, isInvited = false) =>
      userIssue({ ...user, ...change }, isInvited);
    expect(issue({})).toBeNull();
    expect(issue({ email: ' ' })).toEqual({ field: 'email', message: 'Email is required' });
    expect(issue({ password: '12345' })).toEqual({
      field: 'password',
      message: 'Password must be at least 6 characters',
    });
    expect(issue({ password: '' }, true)).toBeNull();
    expect(issue({ org_id: '' })?.message).toBe('Organization is required');
  });

  it('asks a superadmin for an @ and 10 characters', () => {
    expect(superadminIssue({ email: 'ada', password: '1234567890' })?.message).toBe(
      'Enter a valid email',
    );
    expect(superadminIssue({ email: 'a@b', password: '123456789' })?.message).toBe(
      'Password must be at least 10 characters',
    );
    expect(superadminIssue({ email: 'a@b', password: '1234567890' })).toBeNull();
  });
});
