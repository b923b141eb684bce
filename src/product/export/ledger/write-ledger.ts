import { rm } from 'node:fs/promises';
import { WRITTEN } from '../../../platform/formats/write/formats.ts';
import { applyForms, type StatedForm } from '../../../platform/tabular/columns/apply-forms.ts';
import { scanDelimited } from '../../../platform/tabular/delimited/scan-delimited.ts';
import { typeParquet } from '../../../platform/tabular/parquet/type-parquet.ts';
import type { WrittenBankFormat } from '../../../shared/bank-formats.ts';
import type { ColumnMapping } from '../../../shared/column-mapping.ts';
import { type LedgerQuery, mappedLedger, simulatedLedger } from './ledger-sql.ts';
import { readCsvHeader } from './read-csv-header.ts';
import { type LedgerOptions, readLedger } from './read-ledger.ts';
import { writeStatements } from './write-statements.ts';

export type LedgerInput = {
  csvPath: string;
  target: string;
  format: WrittenBankFormat;
  source:
    | { kind: 'simulated'; accountsPath: string; customersPath: string }
    | {
        kind: 'mapped';
        mapping: ColumnMapping;
        stated: Readonly<Partial<Record<string, StatedForm>>>;
        currency: string | null;
      };
  options: Pick<LedgerOptions, 'account' | 'from' | 'to'>;
};

async function queryOf(input: LedgerInput, signal: AbortSignal): Promise<LedgerQuery> {
  const { csvPath, source, target } = input;
  if (source.kind === 'simulated') {
    const file = async (path: string) => ({ path, header: await readCsvHeader(path) });
    return simulatedLedger({
      transactions: await file(csvPath),
      accounts: await file(source.accountsPath),
      customers: await file(source.customersPath),
    });
  }
  const text = `${target}.text.parquet`;
  const typed = `${target}.typed.parquet`;
  try {
    const { columns: found } = await scanDelimited(csvPath, {
      parquetPath: text,
      header: true,
      signal,
    });
    const { columns } = await applyForms(text, found, source.stated, { signal });
    await typeParquet(text, typed, columns, { signal });
    return mappedLedger({ path: typed, mapping: source.mapping, currency: source.currency });
  } finally {
    await rm(text, { force: true });
  }
}

export async function writeLedger(input: LedgerInput, signal: AbortSignal): Promise<number> {
  const { format, options, target } = input;
  const query = await queryOf(input, signal);
  const notes = { withoutBalance: 0, accounts: 0 };
  try {
    const { period } = WRITTEN[format];
    const statements = readLedger(query, { ...options, period, signal }, notes);
    const [file] = await writeStatements(statements, format, () => target);
    return file!.entries;
  } finally {
    await rm(`${target}.typed.parquet`, { force: true });
  }
}
