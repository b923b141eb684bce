import { tmpdir } from 'node:os';
import { expect, test } from 'vitest';
import { createDiskReserve } from './disk-reserve.ts';

const TERABYTE = 2 ** 40;

test('of a disk with room for it 512 MB are kept, of a smaller one down to 128', async () => {
  const { reserveBytes, freeBytes, low } = await createDiskReserve(tmpdir()).read();
  expect(reserveBytes).toBeGreaterThanOrEqual(134_217_728);
  expect(reserveBytes).toBeLessThanOrEqual(536_870_912);
  expect(low).toBe(freeBytes <= reserveBytes);
});

test('with less free than is kept nothing more is taken, and the message says what to do', async () => {
  const reserve = createDiskReserve(tmpdir(), 1000 * TERABYTE);
  expect((await reserve.read()).low).toBe(true);
  await expect(reserve.assertRoom()).rejects.toMatchObject({
    status: 503,
    message: expect.stringMatching(
      /^The disk is nearly full: \d+ MB free, 1048576000 MB reserved for the database\. Delete datasets or documents/,
    ),
  });
  await createDiskReserve(tmpdir(), 0).assertRoom();
});
