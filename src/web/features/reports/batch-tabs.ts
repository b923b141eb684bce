export const BATCH_TABS = ['overview', 'data', 'report', 'lineage', 'approval'] as const;
export type BatchTab = (typeof BATCH_TABS)[number];

export const batchTab = (named: string | undefined): BatchTab =>
  BATCH_TABS.find((tab) => tab === named) ?? 'overview';
