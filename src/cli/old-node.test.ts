import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';

test('a Node that reads no TypeScript says in one line how to run the command', () => {
  const older = `data:text/javascript,Object.defineProperty(process, 'features', { value: {} });Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.20.2' } })`;
  const command = join(import.meta.dirname, 'sandbox.mjs');
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--import', older, command], {
    encoding: 'utf8',
  });
  expect({ status, stdout, stderr }).toEqual({
    status: 1,
    stdout: '',
    stderr:
      "Node 20.20.2 is too old for this command. Run it as: npx --no-install sandbox, which takes the sandbox's own Node.\n",
  });
});
