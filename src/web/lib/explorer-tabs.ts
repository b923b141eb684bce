export const EXPLORER_TABS = ['customers', 'accounts', 'transactions'] as const;
export type ExplorerTab = (typeof EXPLORER_TABS)[number];

export const isExplorerTab = (value: unknown): value is ExplorerTab =>
  EXPLORER_TABS.includes(value as ExplorerTab);
