import type { RandomStream } from '../../random/stream.ts';
import { NEUTRAL_WORDS, type TextStyle } from './text-style.ts';

const pick = (list: readonly string[], stream: RandomStream) => list[stream.below(list.length)];

const digits = (count: number, stream: RandomStream) =>
  Array.from({ length: count }, () => String(stream.below(10))).join('');

/** Generates a URL on example.com (RFC 2606) of about the given length. */
function webAddress(length: number, stream: RandomStream): string {
  let path = 'https://example.com';
  while (path.length + 12 < length) path += `/${pick(NEUTRAL_WORDS.en, stream)}`;
  return `${path}/${digits(8, stream)}`;
}

/** Generates neutral text of about the given length, or a URL; unrelated to the original texts. */
export function makeText(
  { length, style }: { length: number; style?: TextStyle | undefined },
  stream: RandomStream,
): string {
  if (style?.webAddresses === true) return webAddress(length, stream);
  const words = NEUTRAL_WORDS[style?.language ?? 'en'];
  let text = pick(words, stream);
  while (text.length + 4 < length) text += ` ${pick(words, stream)}`;
  return style?.capitals ? text.toUpperCase() : text;
}
