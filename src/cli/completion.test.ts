import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { commands } from './commands.ts';
import { completionCommand } from './completion.ts';
import { written } from './terminal/written.fixture.ts';

const complete = async (...words: string[]) => {
  const script = await written(async () => completionCommand(['bash'], commands));
  const typed = words.map((word) => `'${word}'`).join(' ');
  const ask = `${script}COMP_WORDS=(sandbox ${typed}); COMP_CWORD=${words.length}; _sandbox; echo "\${COMPREPLY[*]}"`;
  return spawnSync('bash', ['-c', ask], { encoding: 'utf8' }).stdout.trim().split(' ');
};

test.each([
  [['ver'], ['verify']],
  [
    ['fit', '--hold'],
    ['--holdout', '--holdout-out'],
  ],
  [['simulate', '--out'], ['--out']],
  [['shard', 'p'], ['plan']],
  [['shard', 'c'], ['commit']],
  [['storage', 'co'], ['copy']],
  [['completion', 'z'], ['zsh']],
  [['fit', '--qu'], ['--quiet']],
])('bash completes %j with %j', async (words, expected) => {
  expect(await complete(...words)).toEqual(expected);
});

test('zsh and fish get scripts of the same words, another shell is refused', async () => {
  const zsh = await written(async () => completionCommand(['zsh'], commands));
  expect(zsh).toMatch(/^autoload -U \+X bashcompinit && bashcompinit\n_sandbox\(\) \{/);
  const fish = await written(async () => completionCommand(['fish'], commands));
  expect(fish).toContain('complete -c sandbox -n "__fish_seen_subcommand_from fit" -l holdout-out');
  expect(fish).toContain('complete -c sandbox -n "__fish_seen_subcommand_from shard" -a plan');
  expect(() => completionCommand(['tcsh'], commands)).toThrow('bash, zsh or fish');
});
