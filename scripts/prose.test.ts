import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const contributing = readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8');

/** Rows of the section Retired words of CONTRIBUTING.md: a pattern, and its replacement. */
const retired = [
  ...contributing
    .slice(contributing.indexOf('\n## Retired words'))
    .matchAll(/^\| `(.+)` \| (.+) \|$/gm),
].map(([, pattern, instead]) => ({
  pattern: new RegExp(pattern!.replaceAll('\\|', '|')),
  instead: instead!,
}));

/** Tracked files of some endings. Applied migrations are left out: their bytes are checked at startup. */
function tracked(ending: RegExp): string[] {
  const folders = ['src', 'test', 'bench', 'scripts', 'migrations/repeatable', 'docs', '*.md'];
  return execFileSync('git', ['ls-files', ...folders], { cwd: root, encoding: 'utf8' })
    .split('\n')
    .filter((file) => ending.test(file) && existsSync(join(root, file)))
    .filter((file) => file !== 'scripts/prose.test.ts' && file !== 'CONTRIBUTING.md');
}

const read = (file: string) => readFileSync(join(root, file), 'utf8');

test('sources, tests, migrations and docs contain no retired word', () => {
  expect(retired.length).toBeGreaterThan(30);
  const files = tracked(/\.(ts|tsx|mjs|sql|css|md)$/);
  expect(files.length).toBeGreaterThan(1000);
  const matches = files.flatMap((file) =>
    read(file)
      .split('\n')
      .flatMap((line, i) =>
        retired
          .filter(({ pattern }) => pattern.test(line))
          .map(({ instead }) => `${file}:${i + 1}: ${line.trim()} -> ${instead}`),
      ),
  );
  expect(matches).toEqual([]);
});

const QUESTION = /^(?:What|Whether|Where|Who|Whom|Whose|Which|How|When|Why)\b/;

test('comments begin with the thing or the action', () => {
  const starts = tracked(/\.(ts|tsx|mjs)$/).flatMap((file) =>
    [...read(file).matchAll(/^[ \t{]*\/\*\*?(?:\n[ \t]*\*)? +(.*)$/gm)].map(([, text]) => ({
      file,
      text: text!,
    })),
  );
  expect(starts.length).toBeGreaterThan(4000);
  expect(starts.filter(({ text }) => QUESTION.test(text))).toEqual([]);
});

/** Texts of errors thrown by code and of `raise exception` in SQL. */
const MESSAGE = /(?:new AppError\(\s*'\w+',\s*|\brefused\(\s*|raise exception )['"`](.+)$/gm;

test('messages begin neither with a question word nor with a command in lower case', () => {
  const messages = tracked(/\.(ts|tsx|sql)$/)
    .filter((file) => !/\.(test|fixture)\./.test(file))
    .flatMap((file) =>
      [...read(file).matchAll(MESSAGE)].map(([, text]) => ({ file, text: text! })),
    );
  expect(messages.length).toBeGreaterThan(400);
  const wrong = messages.filter(
    ({ text }) => QUESTION.test(text) || /^(?:name|say|give|tell|ask|take|choose)\b/.test(text),
  );
  expect(wrong).toEqual([]);
});
