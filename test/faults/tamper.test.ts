import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';

test.runIf(process.env.TEST_LONG)(
  'each way to tamper is named as what it is, at its entry, and honest entries raise nothing',
  () => {
    const program = join(import.meta.dirname, 'tamper.ts');
    const honest = '1000000';
    const { status, stdout, stderr } = spawnSync(process.execPath, [program, '--honest', honest], {
      encoding: 'utf8',
    });
    expect(stdout.match(/^named/gm), stderr).toHaveLength(30);
    expect(stdout).not.toContain('MISSED');
    expect(stdout).toContain(`${honest} honest entries: 0 findings`);
    expect(status).toBe(0);
  },
);
