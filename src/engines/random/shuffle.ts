import type { RandomStream } from './stream.ts';

/** Shuffles a list in place (Fisher and Yates, from the end). */
export function shuffle<List extends { length: number; [place: number]: unknown }>(
  list: List,
  stream: RandomStream,
): List {
  for (let i = list.length - 1; i > 0; i--) {
    const j = stream.below(i + 1);
    const entry = list[i];
    list[i] = list[j];
    list[j] = entry;
  }
  return list;
}
