import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { constants, gzipSync, zstdCompressSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { decompressed } from './decompress.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'decompress-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function unpack(bytes: Uint8Array, most = 1_000_000) {
  const path = join(folder, 'file');
  await writeFile(path, bytes);
  return { path, result: await decompressed(path, { target: join(folder, 'plain'), most }) };
}

test.each([
  ['gzip', gzipSync],
  ['Zstandard', zstdCompressSync],
] as const)('%s is unpacked, several members in a row included', async (_, compress) => {
  const { result } = await unpack(Buffer.concat([compress('a,b\n'), compress('1,2\n')]));
  expect(await readFile(result, 'utf8')).toBe('a,b\n1,2\n');
});

test('other files stay where they are', async () => {
  const { path, result } = await unpack(Buffer.from('a,b\n1,2\n'));
  expect(result).toBe(path);
});

test.each([
  ['gzip', gzipSync],
  ['Zstandard', zstdCompressSync],
] as const)('%s that unpacks beyond the limit is refused', async (_, compress) => {
  const bomb = compress(Buffer.alloc(50_000_000));
  expect(bomb.length).toBeLessThan(100_000);
  await expect(unpack(bomb, 1024 * 1024)).rejects.toThrow('The file unpacks to more than 1MB.');
});

test('frames of Zstandard of every header form and skippable ones are found', async () => {
  const text = 'a,b\n1,2\n'.repeat(50_000);
  const skippable = Buffer.from([0x5a, 0x2a, 0x4d, 0x18, 3, 0, 0, 0, 1, 2, 3]);
  const checked = zstdCompressSync(text, {
    params: { [constants.ZSTD_c_checksumFlag]: 1, [constants.ZSTD_c_contentSizeFlag]: 0 },
  });
  const { result } = await unpack(
    Buffer.concat([zstdCompressSync('x'), skippable, checked, zstdCompressSync(''), checked]),
  );
  expect(await readFile(result, 'utf8')).toBe(`x${text}${text}`);
});

test('truncated Zstandard and bytes behind it are refused', async () => {
  const bytes = zstdCompressSync(Buffer.from('a,b\n'.repeat(10_000)));
  await expect(unpack(bytes.subarray(0, -1))).rejects.toThrow(/Zstandard data is damaged/);
  await expect(unpack(Buffer.concat([bytes, Buffer.from('tail!')]))).rejects.toThrow(
    /Zstandard data is damaged at byte/,
  );
});

test('truncated and damaged data is refused', async () => {
  const bytes = gzipSync(Buffer.from('a,b\n'.repeat(10_000)));
  await expect(unpack(bytes.subarray(0, 40))).rejects.toThrow(/gzip data is damaged/);
  const damaged = Buffer.from(bytes).fill(255, 12, 30);
  await expect(unpack(damaged)).rejects.toThrow(/gzip data is damaged/);
});
