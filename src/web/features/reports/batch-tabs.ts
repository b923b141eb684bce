export const BATCH_TABS = ['overview', 'data', 'report', 'lineage', 'approval'] as const;
export type BatchTab = (typeof BATCH_TABS)[number];

/** The tab that an address names; the first where it names none. */
export const batchTab = (named: string | undefined): BatchTab =>
  BATCH_TABS.find((tab) => tab === named) ?? 'overview';
