import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { copyStorageCommand } from './storage.ts';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'storage copy '));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('the files of one folder are copied into another', async () => {
  const [from, to] = ['from', 'to'].map((name) => join(folder, name));
  mkdirSync(join(from!, 'a'), { recursive: true });
  writeFileSync(join(from!, 'a', 'b'), 'rows');
  const stdout = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  expect(await copyStorageCommand([from!, to!])).toBe(0);
  expect(stdout).toHaveBeenCalledWith('{"copied":1,"bytes":4,"present":0}\n');
  stdout.mockRestore();
  expect(readFileSync(join(to!, 'a', 'b'), 'utf8')).toBe('rows');
});

test.each([
  [[], /Usage: sandbox storage copy FROM TO/],
  [['a'], /Usage: sandbox storage copy FROM TO/],
  [['a', 'b', 'c'], /Usage: sandbox storage copy FROM TO/],
  [['/nowhere/storage', 'b'], /No such folder: \/nowhere\/storage\./],
  [[tmpdir(), 'ftp://b'], /must be an address such as s3:/],
])('%j is refused', async (args, reason) => {
  await expect(copyStorageCommand(args)).rejects.toThrow(reason);
});
