import { isUtf8 } from 'node:buffer';
import type { CsvDialect } from '../../../shared/csv.ts';
import { AppError } from '../../../shared/errors.ts';

export type Encoding = CsvDialect['encoding'];

const SIGNATURES: { bytes: number[]; name: string }[] = [
  { bytes: [0x50, 0x41, 0x52, 0x31], name: 'a Parquet file' },
  { bytes: [0x50, 0x4b, 0x03, 0x04], name: 'a zip archive or an Office document' },
  { bytes: [0x1f, 0x8b], name: 'compressed with gzip' },
  { bytes: [0x28, 0xb5, 0x2f, 0xfd], name: 'compressed with zstd' },
  { bytes: [0x25, 0x50, 0x44, 0x46, 0x2d], name: 'a PDF' },
  {
    bytes: [0xd0, 0xcf, 0x11, 0xe0],
    name: 'an old Office document; save a workbook as .xlsx or CSV',
  },
  { bytes: [0xff, 0xfe, 0x00, 0x00], name: 'text in UTF-32, which is not supported' },
];

export function refuseBinary(head: Uint8Array): void {
  for (const { bytes, name } of SIGNATURES) {
    if (bytes.every((byte, i) => head[i] === byte)) {
      throw new AppError('unsupported_type', `The file is not delimited text: it is ${name}.`);
    }
  }
}

/** Guesses the encoding from the first bytes. UTF-8 must be confirmed by the whole file. */
export function guessEncoding(head: Uint8Array): { encoding: Encoding; bomBytes: number } {
  const [a, b, c] = head;
  if (a === 0xef && b === 0xbb && c === 0xbf) return { encoding: 'UTF-8', bomBytes: 3 };
  if (a === 0xff && b === 0xfe) return { encoding: 'UTF-16LE', bomBytes: 2 };
  if (a === 0xfe && b === 0xff) return { encoding: 'UTF-16BE', bomBytes: 2 };
  let even = 0;
  let odd = 0;
  for (let i = 0; i < head.length; i++) if (head[i] === 0) i % 2 === 0 ? even++ : odd++;
  // Headers are mostly ASCII, so in UTF-16 every second byte is zero.
  const half = head.length / 2;
  if (odd > half * 0.4 && even < half * 0.05) return { encoding: 'UTF-16LE', bomBytes: 0 };
  if (even > half * 0.4 && odd < half * 0.05) return { encoding: 'UTF-16BE', bomBytes: 0 };
  return { encoding: 'UTF-8', bomBytes: 0 };
}

/** Length of the UTF-8 sequence at `i`: 0 if invalid, -1 if the bytes end within it. */
function sequenceAt(bytes: Uint8Array, i: number): number {
  const first = bytes[i]!;
  if (first < 0x80) return 1;
  const length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
  if (first < 0xc2 || first > 0xf4) return 0;
  for (let k = 1; k < length; k++) {
    if (i + k === bytes.length) return -1;
    const byte = bytes[i + k]!;
    if ((byte & 0xc0) !== 0x80) return 0;
    if (k === 1) {
      // Overlong forms, surrogates, and code points beyond U+10FFFF.
      if (first === 0xe0 && byte < 0xa0) return 0;
      if (first === 0xed && byte > 0x9f) return 0;
      if (first === 0xf0 && byte < 0x90) return 0;
      if (first === 0xf4 && byte > 0x8f) return 0;
    }
  }
  return length;
}

/** Counts final bytes that start an incomplete character. */
function unfinishedTail(bytes: Uint8Array): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back]!;
    if (byte >= 0xc0) return sequenceAt(bytes, bytes.length - back) === -1 ? back : 0;
    if (byte < 0x80) return 0;
  }
  return 0;
}

export type Utf8Checker = {
  /** Returns false once the bytes can't be UTF-8; later input is ignored. */
  push: (chunk: Uint8Array) => boolean;
  end: () => boolean;
  invalidAt: () => number | null;
};

export function createUtf8Checker(): Utf8Checker {
  let carry = Buffer.alloc(0);
  let offset = 0;
  let invalid: number | null = null;
  return {
    push: (chunk) => {
      if (invalid !== null) return false;
      const bytes = carry.length === 0 ? chunk : Buffer.concat([carry, chunk]);
      const whole = bytes.length - unfinishedTail(bytes);
      if (!isUtf8(bytes.subarray(0, whole))) {
        let i = 0;
        for (let length = 1; length > 0 && i < whole; i += Math.max(length, 0)) {
          length = sequenceAt(bytes, i);
          if (length <= 0) break;
        }
        invalid = offset + i;
        return false;
      }
      offset += whole;
      carry = Buffer.from(bytes.subarray(whole));
      return true;
    },
    end: () => {
      if (invalid === null && carry.length > 0) invalid = offset;
      return invalid === null;
    },
    invalidAt: () => invalid,
  };
}

export function countUtf8(bytes: Uint8Array): { characters: number; wrong: number } {
  let characters = 0;
  let wrong = 0;
  for (let i = 0; i < bytes.length; ) {
    const length = sequenceAt(bytes, i);
    if (length > 1) characters++;
    else if (length === 0) wrong++;
    i += Math.max(1, length);
  }
  return { characters, wrong };
}
