import { Secret } from 'otpauth';
import { expect, test } from 'vitest';
import { enrolment, matchingStep, newSecret } from './totp.ts';

// RFC 6238, appendix B: SHA-1, secret '12345678901234567890'; the last six of its eight digits.
const secret = Secret.fromUTF8('12345678901234567890').base32;
test.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
])('accepts the code of second %i in the standard', (seconds, code) => {
  expect(matchingStep({ secret, code, now: new Date(seconds * 1000), lastStep: null })).toBe(
    Math.floor(seconds / 30),
  );
});

test('allows one step of skew, no more, and never an accepted step again', () => {
  const at = (seconds: number) => new Date(seconds * 1000);
  expect(matchingStep({ secret, code: '287082', now: at(59 + 30), lastStep: null })).toBe(1);
  expect(matchingStep({ secret, code: '287082', now: at(59 - 30), lastStep: null })).toBe(1);
  expect(matchingStep({ secret, code: '287082', now: at(59 + 61), lastStep: null })).toBeNull();
  expect(matchingStep({ secret, code: '287082', now: at(59), lastStep: 1 })).toBeNull();
  expect(matchingStep({ secret, code: '287082', now: at(59), lastStep: 0 })).toBe(1);
  for (const code of ['', '28708', '2870820', '28708a', ' 287082']) {
    expect(matchingStep({ secret, code, now: at(59), lastStep: null })).toBeNull();
  }
});

test('shows the secret as an address and as a picture that survives a data URL', async () => {
  const enrolled = newSecret();
  expect(enrolled).toMatch(/^[A-Z2-7]{32}$/);
  const shown = await enrolment(enrolled, { label: 'a@b.c', issuer: 'Sandbox: one' });
  const uri = new URL(shown.uri);
  expect(uri.protocol).toBe('otpauth:');
  expect(uri.searchParams.get('secret')).toBe(enrolled);
  expect(shown.qr_code).toMatch(/^<svg[\s\S]*<\/svg>$/);
  expect(shown.qr_code).not.toContain('#');
});
