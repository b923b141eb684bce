import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, test } from 'vitest';
import { readWoff } from './read-woff.ts';

const require = createRequire(import.meta.url);

/** Sum of a table's 32-bit words, as OpenType checks it. */
function checksumOf(table: Buffer): number {
  let sum = 0;
  for (let at = 0; at < table.length; at += 4) sum = (sum + table.readUInt32BE(at)) >>> 0;
  return sum;
}

test.each(['sans', 'serif'])(
  'a font of %s has the size and the sums that its file states',
  (of) => {
    const file = `@fontsource/ibm-plex-${of}/files/ibm-plex-${of}-latin-400-normal.woff`;
    const woff = readFileSync(require.resolve(file));
    const font = readWoff(woff);
    expect(font.length).toBe(woff.readUInt32BE(16));
    const tables = Array.from({ length: font.readUInt16BE(4) }, (_, i) => 12 + 16 * i);
    expect(tables.length).toBeGreaterThan(8);
    for (const entry of tables) {
      const name = font.toString('latin1', entry, entry + 4);
      const [checksum, offset, length] = [4, 8, 12].map((at) => font.readUInt32BE(entry + at));
      const table = Buffer.from(font.subarray(offset, offset! + Math.ceil(length! / 4) * 4));
      // Its own field holds the sum of the whole font.
      if (name === 'head') table.writeUInt32BE(0, 8);
      expect([name, checksumOf(table)]).toEqual([name, checksum]);
    }
  },
);
