import { describe, expect, it } from 'vitest';
import { emailIssue, passwordIssue, signInIssue } from './validation.ts';

const long = (length: number) => `${'a'.repeat(length - '@bank.example'.length)}@bank.example`;

describe('sign-in rules (specification, section 5)', () => {
  it('trims and checks the email first', () => {
    expect(signInIssue({ email: ' ada@bank.example ', password: 'longenough' })).toBeNull();
    expect(signInIssue({ email: 'ada', password: 'x' })).toEqual({
      field: 'email',
      message: 'Invalid email format',
    });
  });

  it('takes 255 characters of email and no more', () => {
    expect(emailIssue(long(255))).toBeNull();
    expect(emailIssue(long(256))).toBe('Email must be less than 255 characters');
  });

  it('takes passwords of 8 to 72 characters', () => {
    const issue = (length: number) =>
      signInIssue({ email: 'ada@bank.example', password: 'p'.repeat(length) })?.message ?? null;
    expect(issue(7)).toBe('Password must be at least 8 characters');
    expect(issue(8)).toBeNull();
    expect(issue(72)).toBeNull();
    expect(issue(73)).toBe('Password too long');
  });

  it('names the least length of each form', () => {
    expect(passwordIssue('12345', 6)).toBe('Password must be at least 6 characters');
    expect(passwordIssue('123456789', 10)).toBe('Password must be at least 10 characters');
  });
});
