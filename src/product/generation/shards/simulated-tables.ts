import {
  accountFields,
  customerFields,
  type Field,
  groundTruthFields,
  transactionFields,
} from '../../../engines/simulate/index.ts';
import type { ParquetColumn } from '../../../platform/tabular/parquet/write-parquet.ts';

export const SIMULATED_FIELDS = {
  customers: customerFields,
  accounts: accountFields,
  transactions: transactionFields,
  ground_truth: groundTruthFields,
} as const satisfies Record<string, readonly Field[]>;

export type SimulatedTable = keyof typeof SIMULATED_FIELDS;
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
