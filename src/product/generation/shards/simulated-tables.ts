import {
  accountFields,
  accountOwnerFields,
  agreementFields,
  beneficialOwnerFields,
  type CellOutput,
  customerFields,
  type Field,
  groundTruthFields,
  knownCustomerFields,
  paymentFields,
  transactionFields,
} from '../../../engines/simulate/index.ts';
import type { ParquetColumn } from '../../../platform/tabular/parquet/write-parquet.ts';

export const SIMULATED_FIELDS = {
  customers: customerFields,
  accounts: accountFields,
  transactions: transactionFields,
  ground_truth: groundTruthFields,
  kyc: knownCustomerFields,
  account_owners: accountOwnerFields,
  beneficial_owners: beneficialOwnerFields,
  agreements: agreementFields,
  payments: paymentFields,
} as const satisfies Record<string, readonly Field[]>;

export type SimulatedTable = keyof typeof SIMULATED_FIELDS;

/** Table of a simulated cell by the name of its file. */
export const CELL_TABLES = {
  customers: 'customers',
  accounts: 'accounts',
  transactions: 'transactions',
  ground_truth: 'groundTruth',
  kyc: 'knownCustomers',
  account_owners: 'accountOwners',
  beneficial_owners: 'beneficialOwners',
  agreements: 'agreements',
  payments: 'payments',
} as const satisfies Record<SimulatedTable, keyof CellOutput>;
export const SIMULATED_TABLES = Object.keys(SIMULATED_FIELDS) as SimulatedTable[];

const SQL_TYPES: Record<Field['type'], ParquetColumn['type']> = {
  text: 'VARCHAR',
  numeric: 'DECIMAL(18,2)',
  timestamp: 'TIMESTAMPTZ',
  date: 'DATE',
  boolean: 'BOOLEAN',
  integer: 'BIGINT',
};

export const columnsOf = (fields: readonly Field[]): ParquetColumn[] =>
  fields.map(({ name, type }) => ({ name, type: SQL_TYPES[type] }));

export const simulatedColumns = (table: SimulatedTable): ParquetColumn[] =>
  columnsOf(SIMULATED_FIELDS[table]);
