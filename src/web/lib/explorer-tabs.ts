export const EXPLORER_TABS = ['customers', 'accounts', 'transactions'] as const;
export type ExplorerTab = (typeof EXPLORER_TABS)[number];
