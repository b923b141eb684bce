import { cpSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { markInUse, refuseTornCopy } from './torn-copy.ts';

let root: string;
let folder: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'torn '));
  folder = mkdtempSync(join(root, 'data '));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const copied = () => {
  const to = join(root, 'copy');
  cpSync(folder, to, { recursive: true, preserveTimestamps: true });
  return to;
};

test('a folder that was copied while in use is refused, with what to do', () => {
  markInUse(folder);
  const copy = copied();
  expect(() => refuseTornCopy(copy)).toThrow(
    `${copy} was copied while a sandbox was running in it, so its database may be inconsistent.`,
  );
});

test('after a crash the folder itself is taken, also where it was moved', () => {
  markInUse(folder);
  refuseTornCopy(folder);
  const moved = join(root, 'moved');
  renameSync(folder, moved);
  refuseTornCopy(moved);
});

test('a copy of a folder that stopped in good order is taken, and one that never ran', () => {
  refuseTornCopy(folder);
  markInUse(folder)();
  refuseTornCopy(copied());
});
