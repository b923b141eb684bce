import { expect, test } from 'vitest';
import * as limits from './limits.ts';

test('limits and counts are those of the specification', () => {
  expect(limits).toMatchObject({
    MAX_EMAIL_LENGTH: 255,
    MIN_PASSWORD_LENGTH: 6,
    MIN_SIGN_IN_PASSWORD_LENGTH: 8,
    MIN_SUPERADMIN_PASSWORD_LENGTH: 10,
    MAX_PASSWORD_LENGTH: 72,
    PREVIEW_ROWS: 50,
    EXPLORER_ROWS: 100,
    DEFAULT_COUNTS: { customers: 100, accounts: 100, transactions: 1000 },
    DEFAULT_COUNT_FROM_UPLOAD: 50,
  });
});

test('a limit of bytes reads as the specification writes it', () => {
  expect(limits.sizeLimit(500 * 1024 * 1024)).toBe('500MB');
  expect(limits.sizeLimit(10 * 1024 * 1024)).toBe('10MB');
  expect(limits.sizeLimit(2 * 1024 * 1024 * 1024)).toBe('2GB');
});
