import { mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, extname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { scanDelimited } from '../platform/tabular/delimited/scan-delimited.ts';
import { writeExport } from '../product/export/write-export.ts';
import { WRITTEN_BANK_FORMATS } from '../shared/bank-formats.ts';
import { TABLE_FORMATS } from '../shared/contracts/export.ts';
import { exportStatements } from './export-statements.ts';
import { refused } from './terminal/arguments.ts';
import { interruptible } from './terminal/interruptible.ts';
import { printSummary } from './terminal/print-summary.ts';
import { unpacked } from './unpacked.ts';

const options = {
  format: { type: 'string' },
  like: { type: 'string' },
  key: { type: 'string' },
  out: { type: 'string' },
  account: { type: 'string' },
  from: { type: 'string' },
  to: { type: 'string' },
  currency: { type: 'string' },
  json: { type: 'boolean', default: false },
} as const;

async function styleOf(path: string | undefined, folder: string) {
  if (path === undefined) return { dialect: null, stated: {} };
  const source = await unpacked(path, folder);
  if (source.format !== 'csv') throw refused('--like: expected a delimited text file.');
  const parquetPath = join(folder, 'like.parquet');
  const { columns, encoding, dialect, style } = await scanDelimited(source.path, { parquetPath });
  return {
    dialect: { ...style, encoding, delimiter: dialect.delimiter },
    stated: Object.fromEntries(columns.map((column) => [column.name, column])),
  };
}

export async function exportCommand(args: string[]): Promise<number> {
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
  const [path, ...more] = positionals;
  const { out, like, key } = values;
  if (path === undefined || more.length > 0) throw refused('Expected exactly one input file.');
  const bankFormat = WRITTEN_BANK_FORMATS.find((name) => name === values.format);
  if (bankFormat !== undefined) return exportStatements(path, bankFormat, values);
  const format = TABLE_FORMATS.find((name) => name === values.format);
  if (format === undefined)
    throw refused(
      `--format: expected one of ${[...TABLE_FORMATS, ...WRITTEN_BANK_FORMATS].join(', ')}.`,
    );
  if (out === undefined) throw refused('--out: expected a file name.');
  if (format === 'csv' && like === undefined)
    throw refused('--format csv requires --like, a file whose dialect to use.');
  return interruptible(async (signal) => {
    const folder = await mkdtemp(join(tmpdir(), 'sandbox-export-'));
    const draft = `${out}.${process.pid}.tmp`;
    try {
      const file = await unpacked(path, folder);
      if (file.format !== 'csv') throw refused('Expected a delimited text file.');
      const { dialect, stated } = await styleOf(like, folder);
      const table = basename(path, extname(path));
      const keys = key === undefined ? [] : [key];
      const input = { csvPath: file.path, target: draft, format, table, stated, dialect, keys };
      const rows = await writeExport(input, signal);
      await rename(draft, out);
      printSummary({ rows, format, path: out }, values.json, () => [`${out}: ${rows} rows`]);
      return 0;
    } finally {
      await rm(draft, { force: true });
      await rm(folder, { recursive: true, force: true });
    }
  });
}
