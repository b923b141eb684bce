import { inflateSync } from 'node:zlib';

const WOFF_HEADER = 44;
const WOFF_ENTRY = 20;
const SFNT_HEADER = 12;
const SFNT_ENTRY = 16;

/**
 * Unpacks a WOFF 1.0 font (W3C, 2012) into the OpenType font that it wraps. The library of PDFs
 * inflates tables in JavaScript for each document, which took half of its processor time.
 */
export function readWoff(woff: Buffer): Buffer {
  const count = woff.readUInt16BE(12);
  const powers = Math.floor(Math.log2(count));
  const range = 16 * 2 ** powers;
  const head = Buffer.alloc(SFNT_HEADER + SFNT_ENTRY * count);
  woff.copy(head, 0, 4, 8);
  for (const [i, value] of [count, range, powers, 16 * count - range].entries())
    head.writeUInt16BE(value, 4 + 2 * i);
  const parts = [head];
  let end = head.length;
  for (let i = 0; i < count; i++) {
    const from = WOFF_HEADER + WOFF_ENTRY * i;
    const to = SFNT_HEADER + SFNT_ENTRY * i;
    const [offset, packed, length, checksum] = [4, 8, 12, 16].map((at) =>
      woff.readUInt32BE(from + at),
    ) as [number, number, number, number];
    woff.copy(head, to, from, from + 4);
    for (const [at, value] of [checksum, end, length].entries())
      head.writeUInt32BE(value, to + 4 + 4 * at);
    const bytes = woff.subarray(offset, offset + packed);
    // Tables begin at multiples of four bytes.
    const padded = Buffer.alloc(Math.ceil(length / 4) * 4);
    (packed < length ? inflateSync(bytes) : bytes).copy(padded);
    parts.push(padded);
    end += padded.length;
  }
  return Buffer.concat(parts);
}
