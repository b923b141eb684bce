import { type Blob, blobOf } from '../../table/blobs.ts';
import type { TextFormat } from './text-formats.ts';

type Strings = readonly string[];

const cache = new WeakMap<Strings, { format: TextFormat; lists: Strings[][]; blob: Blob }[]>();

/** Returns strings as written, without separators. */
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

/** Returns the blob of all combinations of runs; the last run's codes vary fastest. */
export function blobOfRuns(lists: Strings[][], format: TextFormat): Blob {
  const key = lists[0][0];
  const entries = cache.get(key) ?? [];
  const same = (other: Strings[][]) =>
    other.length === lists.length &&
    other.every(
      (run, i) => run.length === lists[i].length && run.every((s, k) => s === lists[i][k]),
    );
  const match = entries.find((entry) => entry.format === format && same(entry.lists));
  if (match !== undefined) return match.blob;
  let strings = [''];
  for (const run of lists) {
    const own = joined(run, format);
    strings = lists.length === 1 ? own : strings.flatMap((s) => own.map((text) => s + text));
  }
  const blob = blobOf(strings);
  cache.set(key, [...entries, { format, lists, blob }]);
  return blob;
}
