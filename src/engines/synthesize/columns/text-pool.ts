import { firstAbove } from '../../table/search-sorted.ts';

/** Texts of a generated column: those that enough entities have, and made ones. */
export type SharedTexts = {
  /** Modeled field whose code chooses the group; -1 for one group. */
  field: number;
  /** Group of each code; the first has all texts. */
  groups: Int32Array;
  /** First text of each group, and the end. */
  start: Int32Array;
  /** Place of each group's texts in `words`. */
  places: Int32Array;
  /** Rows by which a text is drawn, cumulated in its group. */
  rows: Float64Array;
  words: string[];
};

/**
 * Returns a text of the group that a modeled code chooses.
 *
 * @param share place in the group, from 0 to 1
 */
export function textAt(
  { groups, start, places, rows, words }: SharedTexts,
  code: number,
  share: number,
): string {
  const group = groups[code] ?? 0;
  const [from, to] = [start[group]!, start[group + 1]! - 1];
  const value = share * rows[to]!;
  return words[places[firstAbove(rows, { value, from, to })]!]!;
}
