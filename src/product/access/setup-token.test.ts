import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { openSetupToken, writeSetupToken } from './setup-token.ts';

const root = mkdtempSync(join(tmpdir(), 'setup token '));
afterAll(() => rmSync(root, { recursive: true, force: true }));

test('is created once for the owner of the folder, and found again', () => {
  const folder = join(root, 'made');
  const token = openSetupToken(folder, undefined);
  expect(token.file).toBe(join(folder, 'admin-setup-token'));
  expect(statSync(token.file!).mode & 0o777).toBe(0o600);
  // 24 random bytes as base64url.
  expect(token.read()).toMatch(/^[\w-]{32}$/);
  expect(readFileSync(token.file!, 'utf8')).toBe(`${token.read()}\n`);
  expect(openSetupToken(folder, undefined).read()).toBe(token.read());
  expect(token.matches(token.read())).toBe(true);
  expect(token.matches(`${token.read()}x`)).toBe(false);
});

test('a new one ends the one before at once', () => {
  const folder = join(root, 'rotated');
  const token = openSetupToken(folder, undefined);
  const before = token.read();
  writeSetupToken(folder);
  expect(token.read()).not.toBe(before);
  expect(token.matches(before)).toBe(false);
  expect(token.matches(token.read())).toBe(true);
});

test('one from the environment is written nowhere', () => {
  const folder = join(root, 'environment');
  const token = openSetupToken(folder, 'from outside');
  expect(token.file).toBeNull();
  expect(token.read()).toBe('from outside');
  expect(token.matches('from outside')).toBe(true);
  expect(() => statSync(folder)).toThrow();
});
