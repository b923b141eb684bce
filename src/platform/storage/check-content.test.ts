import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { TEST_STORES } from '../files/stores.fixture.ts';
import { checkContent } from './check-content.ts';

describe.each(TEST_STORES)('with a %s store', (_name, open) => {
  test('a check reads the bytes as a file; missing and refused bytes are rejected', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'check content '));
    const files = open(folder);
    await files.put('a/good', Readable.from([Buffer.from('%PDF-1.7')]));
    await files.put('a/bad', Readable.from([Buffer.from('MZ')]));
    const contentChecks = {
      evidence: async ({ path, name }: { path: string; name: string }) => {
        if (!(await readFile(path, 'latin1')).startsWith('%PDF-')) throw new Error(`not ${name}`);
      },
    };
    const check = (key: string, bucket = 'evidence') =>
      checkContent({ files, contentChecks }, bucket, { key, name: 'proof.pdf', size: 8 });
    await check('a/good');
    await expect(check('a/bad')).rejects.toThrow('not proof.pdf');
    await expect(check('a/gone')).rejects.toMatchObject({ code: 'not_found' });
    await check('a/gone', 'another bucket');
    await rm(folder, { recursive: true, force: true });
  });
});
