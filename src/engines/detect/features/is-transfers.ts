import type { Ledger } from './ledger.ts';

/** True for transfers between accounts: amounts without a sign tell less than pace and partners. */
export const isTransfers = ({ roles, amounts }: Ledger): boolean =>
  roles.account !== undefined &&
  roles.counterparty !== undefined &&
  amounts !== null &&
  !amounts.some((amount) => amount < 0);
