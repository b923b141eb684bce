import { plan } from '../../../engines/simulate/plan.ts';
import { BANK_TABLES, type BankTable } from '../../../shared/bank-tables.ts';
import { TRANSACTIONS_PER_ACCOUNT } from '../../../shared/limits.ts';
import { requestOf, type SimulationSettings } from './simulation-settings.ts';

/** What a simulation makes: rows of one of the bank's tables, or customers with their accounts and transactions. */
export type SimulatedEntity = BankTable | 'full';

/** What a run that simulates is to make. */
export type SimulationSubject = {
  entity: SimulatedEntity;
  /** Of the entity; of a full bank, its customers. */
  count: number;
  settings: SimulationSettings;
  batches: { id: string; entity: BankTable }[];
};

type Requested = Pick<SimulationSubject, 'entity' | 'count'>;

/** The rows of each table where there is no bank yet: what the entity refers to is made with it. */
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

/** The rows of each table where the batch builds on customers or accounts that exist. */
export const countsForExistingBank = ({ entity, count }: Requested): Record<BankTable, number> => ({
  customers: 0,
  accounts: entity === 'accounts' ? count : 0,
  transactions: entity === 'transactions' ? count : 0,
});

export const totalRows = (counts: Record<BankTable, number>): number =>
  BANK_TABLES.reduce((sum, table) => sum + counts[table], 0);

/** The rows that a call asks for; what has to be made before them is not counted. */
export const requestedRows = (requested: Requested): number =>
  requested.entity === 'full' ? totalRows(countsForNewBank(requested)) : requested.count;

/** The last day a batch of these settings can book on; a wrong setting is reported when the batch is made. */
export function lastBookingDay({ settings, count }: SimulationSubject): string {
  try {
    const counts = countsForNewBank({ entity: 'transactions', count });
    return plan({ ...counts, ...requestOf(settings) }).endDate;
  } catch {
    return settings.end_date ?? 'infinity';
  }
}
