import type { Encoding } from './encoding.ts';

/** Characters of windows-1252 from 0x80 to 0x9f; blank if unassigned. */
const WINDOWS = '€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ';

const windowsByte = new Map(
  [...WINDOWS].flatMap((letter, i): [number, number][] =>
    letter === ' ' ? [] : [[letter.codePointAt(0)!, 0x80 + i]],
  ),
);

/** Encodes to a single-byte encoding; null if it lacks a character. */
function singleBytes(text: string, encoding: Encoding): Buffer | null {
  const bytes = Buffer.allocUnsafe(text.length);
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    const isPlain = code < 0x80 || (code <= 0xff && (encoding === 'ISO-8859-1' || code >= 0xa0));
    const byte = isPlain ? code : encoding === 'windows-1252' ? windowsByte.get(code) : undefined;
    if (byte === undefined) return null;
    bytes[i] = byte;
  }
  return bytes;
}

/** Encodes a text; null if the encoding lacks a character. */
export function encodeText(text: string, encoding: Encoding): Buffer | null {
  switch (encoding) {
    case 'UTF-8':
      return Buffer.from(text, 'utf8');
    case 'UTF-16LE':
      return Buffer.from(text, 'utf16le');
    case 'UTF-16BE':
      return Buffer.from(text, 'utf16le').swap16();
    default:
      return singleBytes(text, encoding);
  }
}

export const encodingMark = (encoding: Encoding, inUtf8: boolean): Buffer =>
  encoding.startsWith('UTF-16') || (inUtf8 && encoding === 'UTF-8')
    ? encodeText('\ufeff', encoding)!
    : Buffer.alloc(0);
