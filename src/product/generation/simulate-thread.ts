import {
  accountFields,
  type CellOutput,
  customerFields,
  encodeCsv,
  engineVersion,
  type ExistingAccount,
  type ExistingCustomer,
  plan,
  type PresetName,
  realismReport,
  type RowBatch,
  simulateAccountsFor,
  simulateCells,
  simulateOnAccounts,
  transactionFields,
} from '../../engines/simulate/index.ts';
import { serveThread, type ThreadSignal } from '../../platform/jobs/thread.ts';
import type { BankTable } from './row-loader.ts';

export type SimulationSettings = {
  seed: string;
  preset?: PresetName;
  country?: string;
  start_date?: string;
  end_date?: string;
  aml_rate?: number;
};

export type SimulationInput = {
  settings: SimulationSettings;
  counts: { customers: number; accounts: number; transactions: number };
  /** Present where accounts are opened for customers that are there already. */
  existingCustomers?: ExistingCustomer[];
  /** Present where transactions are booked on accounts that are there already. */
  existingAccounts?: ExistingAccount[];
};

export type SimulationMessage =
  | { kind: 'rows'; table: BankTable; csv: Uint8Array; rows: number }
  | { kind: 'balances'; balances: { accountId: string; minor: number }[] }
  | { kind: 'end'; facts: SimulationFacts };

export type SimulationFacts = {
  engineVersion: string;
  configurationHash: string | null;
  preset: string;
  laundering: number;
  transactions: number;
};

const DEFAULT_PRESET: PresetName = 'us-community-bank';

serveThread<SimulationInput>(function* (input, signal) {
  if (input.existingCustomers) yield* forCustomers(input, input.existingCustomers);
  else if (input.existingAccounts) yield* onAccounts(input, input.existingAccounts);
  else yield* fromScratch(input, signal);
});
