import type { Configuration } from '../configuration/schema.ts';

/** First and last day, both included, as days since 1970. */
export type Window = { start: number; end: number };

/** Parameters from which customers and accounts are drawn, each by its number over all cells. */
export type Bank = {
  seed: bigint;
  /** Prefix of every id, after its letter. */
  idPrefix: string;
  country: string;
  configuration: Configuration;
  window: Window;
};
