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
    expect(userIssue(user)).toBeNull();
    expect(userIssue({ ...user, email: ' ' })).toBe('Email is required');
    expect(userIssue({ ...user, password: '12345' })).toBe(
      'Password must be at least 6 characters',
    );
    expect(userIssue({ ...user, org_id: '' })).toBe('Organization is required');
  });

  it('asks a superadmin for an @ and 10 characters', () => {
    expect(superadminIssue({ email: 'ada', password: '1234567890' })).toBe('Enter a valid email');
    expect(superadminIssue({ email: 'a@b', password: '123456789' })).toBe(
      'Password must be at least 10 characters',
    );
    expect(superadminIssue({ email: 'a@b', password: '1234567890' })).toBeNull();
  });
});
