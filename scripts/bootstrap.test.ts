import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const bootstrap = join(import.meta.dirname, 'bootstrap.mjs');

/** Runs the first step of `npm start` and `npm test` on a Node that reports this version. */
function startedBy(version: string) {
  const versions = `{ value: { ...process.versions, node: '${version}' } }`;
  const pretend = `data:text/javascript,Object.defineProperty(process, 'versions', ${versions})`;
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--import', pretend, bootstrap], {
    encoding: 'utf8',
  });
  return { status, said: stdout + stderr };
}

test.each(['18.20.0', '20.0.0', '20.18.3', '21.7.3', '22.0.0', '22.11.0'])(
  'Node %s is refused in one line before anything is installed',
  (version) => {
    expect(startedBy(version)).toEqual({
      status: 1,
      said: `Node ${version} is too old. Install Node 20.19, 22.12 or newer (not 21), then run this again.\n`,
    });
  },
);
