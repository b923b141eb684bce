import { describe, expect, it } from 'vitest';
import { readResetLink } from './reset-link.ts';

describe('readResetLink', () => {
  it('reports the error in the fragment, with its description', () => {
    expect(
      readResetLink('#error=access_denied&error_description=Email+link+is+invalid', ''),
    ).toEqual({ kind: 'invalid', message: 'Email link is invalid' });
    expect(readResetLink('#error=access_denied', '')).toEqual({
      kind: 'invalid',
      message: 'Invalid or expired reset link',
    });
  });

  it('finds the token, or the session an older link carries', () => {
    expect(readResetLink('#token_hash=abc&type=recovery', '')).toEqual({
      kind: 'token',
      tokenHash: 'abc',
      isInvitation: false,
    });
    expect(readResetLink('', '?token_hash=abc&type=recovery')).toEqual({
      kind: 'token',
      tokenHash: 'abc',
      isInvitation: false,
    });
    expect(readResetLink('#access_token=a&refresh_token=r&type=recovery', '')).toEqual({
      kind: 'session',
      accessToken: 'a',
      refreshToken: 'r',
    });
  });

  it('knows an invitation', () => {
    expect(readResetLink('', '?token_hash=abc&type=invite')).toMatchObject({ isInvitation: true });
  });

  it('takes a bare address for an invalid link', () => {
    expect(readResetLink('', '').kind).toBe('invalid');
  });
});
