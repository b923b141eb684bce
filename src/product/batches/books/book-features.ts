import type { DescribedFeature } from '../../../engines/detect/index.ts';

/** Features of the claims or members of a book, computed from its tables. */
export type BookFeatures = {
  /** Tables that the statement reads. */
  tables: readonly string[];
  /** DuckDB statement; one row per row of the analyzed table, in its order. All inputs are text. */
  sql: string;
  features: Readonly<Record<string, DescribedFeature>>;
};

export const countedText = (count: number, one: string, many = `${one}s`): string =>
  `${count} ${count === 1 ? one : many}`;

export const daysOfCover: DescribedFeature = {
  isLow: true,
  sentence: (value) => `Loss ${countedText(value, 'day')} after cover began`,
};

export const reportDelay: DescribedFeature = {
  sentence: (value) => `Reported ${countedText(value, 'day')} after the loss`,
};

export const timesMedian = (what: string): DescribedFeature => ({
  sentence: (value) => `Its amount is ${value} times the median of its ${what}`,
});
