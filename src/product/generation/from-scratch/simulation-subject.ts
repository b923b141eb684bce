import { plan } from '../../../engines/simulate/plan.ts';
import { BANK_TABLES, type BankTable } from '../../../shared/bank-tables.ts';
import { TRANSACTIONS_PER_ACCOUNT } from '../../../shared/limits.ts';
import { requestOf, type SimulationSettings } from './simulation-settings.ts';

export type SimulatedEntity = BankTable | 'full';

export type SimulationSubject = {
  entity: SimulatedEntity;
  /** Rows of the entity; customers for `full`. */
  count: number;
  settings: SimulationSettings;
  batches: { id: string; entity: BankTable }[];
};

type Requested = Pick<SimulationSubject, 'entity' | 'count'>;

/** Returns rows per table for a new bank, including prerequisites. */
export function countsForNewBank({ entity, count }: Requested): Record<BankTable, number> {
  switch (entity) {
    case 'customers':
      return { customers: count, accounts: 0, transactions: 0 };
    case 'accounts':
      return { customers: count, accounts: count, transactions: 0 };
    case 'transactions': {
      const accounts = Math.ceil(count / TRANSACTIONS_PER_ACCOUNT);
      return { customers: accounts, accounts, transactions: count };
    }
    case 'full':
      return { customers: count, accounts: count, transactions: count * TRANSACTIONS_PER_ACCOUNT };
  }
}

export const countsForExistingBank = ({ entity, count }: Requested): Record<BankTable, number> => ({
  customers: 0,
  accounts: entity === 'accounts' ? count : 0,
  transactions: entity === 'transactions' ? count : 0,
});

export const totalRows = (counts: Record<BankTable, number>): number =>
  BANK_TABLES.reduce((sum, table) => sum + counts[table], 0);

export const requestedRows = (requested: Requested): number =>
  requested.entity === 'full' ? totalRows(countsForNewBank(requested)) : requested.count;

/** Returns the last possible booking day. Invalid settings are reported at generation. */
export function lastBookingDay({ settings, count }: SimulationSubject): string {
  try {
    const counts = countsForNewBank({ entity: 'transactions', count });
    return plan({ ...counts, ...requestOf(settings) }).endDate;
  } catch {
    return settings.end_date ?? 'infinity';
  }
}
