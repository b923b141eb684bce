import { tmpdir } from 'node:os';
import { expect, test } from 'vitest';
import { createDiskReserve } from './disk-reserve.ts';

const TERABYTE = 2 ** 40;

test('reserves 512 MB of a large disk, down to 128 MB of a small one', async () => {
  const { reserveBytes, freeBytes, low } = await createDiskReserve(tmpdir()).read();
  expect(reserveBytes).toBeGreaterThanOrEqual(134_217_728);
  expect(reserveBytes).toBeLessThanOrEqual(536_870_912);
  expect(low).toBe(freeBytes <= reserveBytes);
});

test('refuses work below the reserve and states the remedy', async () => {
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
