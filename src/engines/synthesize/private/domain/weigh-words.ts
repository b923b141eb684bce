import type { Bounded } from '../bound-contributions.ts';

/**
 * What each row counts where words are looked for: the k words of a person count 1 / sqrt(k) of `scale` each, once
 * however many rows have them, so that noise for one word of one person is enough for all of them together. A word that
 * many have among others is found where its share of the rows is small. Weighted Gaussian of Gopi, Gulhane, Kulkarni,
 * Shen, Shokouhi and Yekhanin, Differentially Private Set Union, 2020.
 *
 * @returns null where each row is a person of its own
 */
export function weighWords(
  words: readonly (string | null)[],
  { persons, scale }: Pick<Bounded, 'persons' | 'scale'>,
): Int32Array | null {
  if (persons === null) return null;
  const firstRows = new Map<number, Map<string, number>>();
  words.forEach((word, row) => {
    if (word === null) return;
    const person = persons[row];
    const known = firstRows.get(person) ?? new Map<string, number>();
    firstRows.set(person, known);
    if (!known.has(word)) known.set(word, row);
  });
  const weights = new Int32Array(words.length);
  for (const known of firstRows.values())
    for (const row of known.values()) weights[row] = Math.floor(scale / Math.sqrt(known.size));
  return weights;
}
