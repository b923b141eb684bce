import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');

/** The table of CONTRIBUTING.md: a pattern, and what is written instead. */
const retired = [
  ...readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8').matchAll(/^\| `(.+)` \| (.+) \|$/gm),
]
  .filter(([, pattern]) => !pattern!.startsWith('npm') && !/^(npx|…)/.test(pattern!))
  .map(([, pattern, instead]) => ({
    pattern: new RegExp(pattern!.replaceAll('\\|', '|')),
    instead: instead!,
  }));

const sources = execFileSync('git', ['ls-files', 'src', 'test', 'bench', 'scripts', 'migrations'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => /\.(ts|tsx|mjs|sql|css)$/.test(file) && existsSync(join(root, file)))
  .filter((file) => file !== 'scripts/retired-words.test.ts');

test('no source uses a retired word', () => {
  expect(retired.length).toBeGreaterThan(10);
  expect(sources.length).toBeGreaterThan(1000);
  const found: string[] = [];
  for (const file of sources) {
    for (const [i, line] of readFileSync(join(root, file), 'utf8').split('\n').entries()) {
      for (const { pattern, instead } of retired) {
        if (pattern.test(line)) found.push(`${file}:${i + 1}: ${line.trim()} -> ${instead}`);
      }
    }
  }
  expect(found).toEqual([]);
});
