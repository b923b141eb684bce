import { existsSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { deleteDemo, demoOf, newDemo, writeDemo } from './accounts.ts';

const place = (name: string) => join(mkdtempSync(join(tmpdir(), 'demo-')), name);

test('a new folder has no demo, a demo is read as it was written', () => {
  const folder = place('new');
  expect(demoOf(folder)).toBeNull();
  const demo = newDemo();
  writeDemo(folder, demo);
  expect(demoOf(folder)).toEqual(demo);
});

test('passwords of two demos differ', () => {
  const passwords = [newDemo(), newDemo()].flatMap(({ accounts }) =>
    Object.values(accounts).map(({ password }) => password),
  );
  expect(new Set(passwords).size).toBe(8);
  for (const password of passwords) expect(password).toMatch(/^[a-z]{4}-[a-z]{4}-[a-z]{4}$/);
});

test('a reset deletes a demo, and refuses a folder of anything else', () => {
  const folder = place('demo');
  writeDemo(folder, newDemo());
  deleteDemo(folder);
  expect(existsSync(folder)).toBe(false);
  mkdirSync(folder);
  writeFileSync(join(folder, 'secret-key'), 'of a sandbox');
  expect(() => deleteDemo(folder)).toThrow('contains files that are not of a demo');
  expect(existsSync(join(folder, 'secret-key'))).toBe(true);
});
