import { conditionText } from '../../rules/derived/condition.ts';

/** Amounts of a parent's rows that add up to a column of the parent. */
export type Total = {
  /** Number column of the child. */
  column: number;
  /** Context column with the sum. */
  above: string;
  /** Words of a column in the rows that count; null if all rows do. */
  where: { column: number; words: string[] } | null;
  /** True if amounts can add up to 0; otherwise a parent with 0 has none. */
  cancelsOut: boolean;
  /** Share of the parents with amounts in which they add up. */
  share: number;
};

/** Returns true if no row's amount counts for both. */
export const areApart = (a: Total, b: Total): boolean =>
  a.column !== b.column ||
  (a.where?.column === b.where?.column &&
    a.where?.words.every((word) => !b.where?.words.includes(word)) === true);

/** Formats a total: `claims.paid = sum of amount where kind is payment or recovery`. */
export const totalSentence = (
  { column, above, where, share }: Total,
  nameOf: (column: number) => string,
): string =>
  `${above} = sum of ${nameOf(column)}${conditionText(where === null ? [] : [where], nameOf)}${share === 1 ? '' : ` in ${(100 * share).toFixed(1)} % of parents`}`;
