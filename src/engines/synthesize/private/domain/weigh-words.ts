import type { Bounded } from '../bound-contributions.ts';

/**
 * Returns row weights for category selection: each of a person's k categories weighs 1 / sqrt(k) of
 * `scale`, however many rows have it, so that noise for one category of one person covers all of
 * them. Categories of many persons are found even if they have few rows. Weighted Gaussian of Gopi,
 * Gulhane, Kulkarni, Shen, Shokouhi and Yekhanin, Differentially Private Set Union, 2020.
 *
 * @returns null if each row is a person
 */
export function weighWords(
  categories: readonly (string | null)[],
  { persons, scale }: Pick<Bounded, 'persons' | 'scale'>,
): Int32Array | null {
  if (persons === null) return null;
  const firstRows = new Map<number, Map<string, number>>();
  categories.forEach((word, row) => {
    if (word === null) return;
    const person = persons[row];
    const rowOfWord = firstRows.get(person) ?? new Map<string, number>();
    firstRows.set(person, rowOfWord);
    if (!rowOfWord.has(word)) rowOfWord.set(word, row);
  });
  const weights = new Int32Array(categories.length);
  for (const rowOfWord of firstRows.values())
    for (const row of rowOfWord.values())
      weights[row] = Math.floor(scale / Math.sqrt(rowOfWord.size));
  return weights;
}
