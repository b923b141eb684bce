import { existsSync, mkdirSync, statSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { amountText } from '../platform/formats/amount.ts';
import { isDate } from '../platform/formats/dates.ts';
import { WRITTEN } from '../platform/formats/write/formats.ts';
import { typeParquet } from '../platform/tabular/parquet/type-parquet.ts';
import {
  type LedgerQuery,
  mappedLedger,
  simulatedLedger,
} from '../product/export/ledger/ledger-sql.ts';
import { readCsvHeader } from '../product/export/ledger/read-csv-header.ts';
import { readLedger } from '../product/export/ledger/read-ledger.ts';
import { writeStatements } from '../product/export/ledger/write-statements.ts';
import { scanFile } from '../product/ingestion/scan-file.ts';
import { formatFacts, type WrittenBankFormat } from '../shared/bank-formats.ts';
import { readVersion } from '../start/config.ts';
import { CONTENTS, repeatableArguments, writeContents } from './contents/contents-file.ts';
import { refuseAmbiguous } from './ingest/corrections.ts';
import { refused } from './terminal/arguments.ts';
import { interruptible } from './terminal/interruptible.ts';
import { printSummary } from './terminal/print-summary.ts';

type Values = {
  out?: string | undefined;
  account?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
  currency?: string | undefined;
  json: boolean;
};

async function simulatedFolder(folder: string): Promise<LedgerQuery> {
  const file = async (name: string) => {
    const path = join(folder, `${name}.csv`);
    return existsSync(path) ? { path, header: await readCsvHeader(path) } : undefined;
  };
  const transactions = await file('transactions');
  if (transactions === undefined) throw refused(`${folder} has no transactions.csv.`);
  const [accounts, customers] = [await file('accounts'), await file('customers')];
  return simulatedLedger({
    transactions,
    ...(accounts && { accounts }),
    ...(customers && { customers }),
  });
}

async function mappedFile(
  path: string,
  { folder, currency }: { folder: string; currency: string | null },
  signal: AbortSignal,
): Promise<LedgerQuery> {
  const parquetPath = join(folder, 'rows.parquet');
  const scanned = await scanFile(
    { format: 'csv', path, parquetPath, anyColumns: true, acceptRejected: false, recipe: null },
    signal,
  );
  refuseAmbiguous(scanned.columns);
  const typed = join(folder, 'typed.parquet');
  await typeParquet(parquetPath, typed, scanned.columns, { signal });
  return mappedLedger({ path: typed, mapping: scanned.mapping, currency });
}

function dayFrom(text: string | undefined, flag: string): string | undefined {
  if (text !== undefined && !isDate(text))
    throw refused(`--${flag}: expected a date as YYYY-MM-DD.`);
  return text;
}

export async function exportStatements(
  path: string,
  format: WrittenBankFormat,
  values: Values,
  args: readonly string[],
): Promise<number> {
  const { out, account } = values;
  if (out === undefined) throw refused('--out: expected a folder name.');
  if (!existsSync(path)) throw refused(`No such file or folder: ${path}.`);
  const [from, to] = [dayFrom(values.from, 'from'), dayFrom(values.to, 'to')];
  return interruptible(async (signal) => {
    const folder = await mkdtemp(join(tmpdir(), 'sandbox-statements-'));
    try {
      const query = statSync(path).isDirectory()
        ? await simulatedFolder(path)
        : await mappedFile(path, { folder, currency: values.currency ?? null }, signal);
      mkdirSync(out, { recursive: true });
      const { period, leavesOut } = WRITTEN[format];
      const [ending] = formatFacts(format).endings;
      const notes = { withoutBalance: 0, accounts: 0 };
      const statements = readLedger(query, { period, account, from, to, signal }, notes);
      const files = await writeStatements(statements, format, (day) =>
        join(out, `${format}-${day.slice(0, 7)}${ending}`),
      );
      if (leavesOut !== null) process.stderr.write(`${leavesOut}\n`);
      if (notes.withoutBalance > 0)
        process.stderr.write(`${notes.withoutBalance} accounts without balances start at zero.\n`);
      const summary = {
        format,
        accounts: notes.accounts,
        files: files.map((file) => ({
          file: basename(file.path),
          statements: file.statements,
          entries: file.entries,
          sum: amountText(file.sum, 2),
        })),
      };
      await writeContents(join(out, CONTENTS), {
        command: {
          name: 'export',
          arguments: repeatableArguments(
            args.filter((arg) => arg !== path),
            ['--out', '--json'],
          ),
        },
        engine: readVersion(),
        inputs: statSync(path).isDirectory() ? [] : [{ role: 'source', path }],
        files: files.map((file) => file.path),
      });
      printSummary(summary, values.json, () =>
        summary.files.map(
          ({ file, statements: count, entries }) =>
            `${file}: ${count} statements, ${entries} entries`,
        ),
      );
      return 0;
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
}
