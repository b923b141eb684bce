import type { Configuration } from '../configuration/schema.ts';

/** First and last day, both included, as days since 1970. */
export type Window = { start: number; end: number };

/** What a bank's customers and accounts are drawn from, each by its own number over all cells. */
export type Bank = {
  seed: bigint;
  /** Stands in every id behind its letter. */
  idPrefix: string;
  country: string;
  configuration: Configuration;
  window: Window;
};
