import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';

test('a Node without TypeScript support prints in one line how to run the command', () => {
  const command = join(import.meta.dirname, 'sandbox.mjs');
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--no-experimental-strip-types', command, 'help'],
    { encoding: 'utf8' },
  );
  expect({ status, stdout, stderr }).toEqual({
    status: 1,
    stdout: '',
    stderr: `Node ${process.versions.node} is too old for this command. Run npx --no-install sandbox, which uses the sandbox's own Node.\n`,
  });
});
