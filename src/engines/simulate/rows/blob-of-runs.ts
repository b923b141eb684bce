import { type Blob, blobOf } from '../../table/blobs.ts';
import type { TextFormat } from './text-formats.ts';

type Strings = readonly string[];

/** Blobs are kept as long as the first list of strings that they were made from. */
const kept = new WeakMap<Strings, { format: TextFormat; lists: Strings[][]; blob: Blob }[]>();

/** Strings as they are written, without what follows them. */
export function quoted(strings: Strings, format: TextFormat): Strings {
  return format.plain(strings.join('')) ? strings : strings.map(format.quote);
}

function joined(lists: readonly Strings[], format: TextFormat): string[] {
  const texts = lists.map((strings) => quoted(strings, format));
  return texts[0].map((_, code) => {
    let text = '';
    for (const strings of texts) text += strings[code] + format.separator;
    return text;
  });
}

/** The blob of all combinations of runs, the last run's codes varying fastest. */
export function blobOfRuns(lists: Strings[][], format: TextFormat): Blob {
  const key = lists[0][0];
  const known = kept.get(key) ?? [];
  const same = (other: Strings[][]) =>
    other.length === lists.length &&
    other.every(
      (run, i) => run.length === lists[i].length && run.every((s, k) => s === lists[i][k]),
    );
  const found = known.find((entry) => entry.format === format && same(entry.lists));
  if (found !== undefined) return found.blob;
  let strings = [''];
  for (const run of lists) {
    const own = joined(run, format);
    strings = lists.length === 1 ? own : strings.flatMap((s) => own.map((text) => s + text));
  }
  const blob = blobOf(strings);
  kept.set(key, [...known, { format, lists, blob }]);
  return blob;
}
