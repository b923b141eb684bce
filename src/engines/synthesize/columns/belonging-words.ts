import type { CategoryColumn, Table } from '../../table/table.ts';
import type { Belonging } from '../rules/belonging.ts';
import type { MadeWords } from './made-words.ts';

/** Made words of a column, and the value of another column that each belongs to. */
export type MadeBelongings = { of: number; column: number; words: string[]; values: string[] };

/** Returns each word's most frequent value of another column; -1 for none. */
export function mainValues(from: CategoryColumn, to: CategoryColumn): Int32Array {
  const counts = new Map<number, number>();
  const main = new Int32Array(from.dictionary.length).fill(-1);
  const most = new Float64Array(from.dictionary.length);
  from.codes.forEach((word, row) => {
    const value = to.codes[row];
    if (word < 0 || value < 0) return;
    const pair = word * to.dictionary.length + value;
    const count = (counts.get(pair) ?? 0) + 1;
    counts.set(pair, count);
    if (count > most[word]) [most[word], main[word]] = [count, value];
  });
  return main;
}

/** Returns the belonging whose words are of a column, with that of the fewest values. */
export function parentOf(
  { columns }: Table,
  belongings: readonly Belonging[],
  of: number,
): { column: number; values: CategoryColumn } | null {
  const parents = belongings.flatMap((own) => {
    const values = columns[own.column];
    return own.of === of && values.kind === 'category' ? [{ column: own.column, values }] : [];
  });
  const sizeOf = ({ values }: { values: CategoryColumn }) => values.dictionary.length;
  return parents.reduce<(typeof parents)[number] | null>(
    (best, own) => (best === null || sizeOf(own) < sizeOf(best) ? own : best),
    null,
  );
}

/** Returns the values that the words of groups belong to, if the groups are by value. */
export function belongingsOfMade(
  { column: { dictionary }, start, keys }: MadeWords,
  { of, column, values }: { of: number; column: number; values: readonly string[] },
): MadeBelongings {
  const pairs = keys.flatMap((key, group) =>
    /^\d+$/.test(key)
      ? dictionary
          .slice(start[group], start[group + 1])
          .map((word) => [word, values[Number(key)]] as const)
      : [],
  );
  return {
    of,
    column,
    words: pairs.map(([word]) => word),
    values: pairs.map(([, value]) => value),
  };
}

/** Adds made words to the belongings of their columns, so that they have one value each as well. */
export const withMadeBelongings = (
  belongings: readonly Belonging[],
  made: readonly MadeBelongings[],
): Belonging[] =>
  belongings.map((own) => {
    const more = made.find(({ of, column }) => of === own.of && column === own.column);
    return more === undefined
      ? own
      : {
          ...own,
          words: [...own.words, ...more.words],
          values: [...own.values, ...more.values],
        };
  });
