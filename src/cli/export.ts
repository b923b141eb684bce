import { mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { scanTable } from '../platform/tabular/formats/registry.ts';
import { writeExport } from '../product/export/write-export.ts';
import { WRITTEN_BANK_FORMATS } from '../shared/bank-formats.ts';
import { TABLE_FORMATS } from '../shared/export-formats.ts';
import { fileStem } from '../shared/upload-formats.ts';
import { readVersion } from '../start/config.ts';
import { contentsOf, repeatableArguments, writeContents } from './contents/contents-file.ts';
import { exportStatements } from './export-statements.ts';
import { refused } from './terminal/arguments.ts';
import { interruptible } from './terminal/interruptible.ts';
import { printSummary } from './terminal/print-summary.ts';
import { splitTable, unpacked } from './unpacked.ts';

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

/** Returns the form of a file: its dialect or types of cells, and its columns' forms. */
async function formOf(path: string, folder: string) {
  const source = await unpacked(path, folder);
  const parquetPath = join(folder, 'like.parquet');
  const { table } = source;
  const scan = await scanTable(source.format, source.path, { parquetPath, table });
  const { columns, encoding, delimited, typed } = scan;
  const dialect = delimited && {
    ...delimited.style,
    encoding,
    delimiter: delimited.dialect.delimiter,
  };
  const cells = columns.flatMap(({ name }, i) => {
    const style = typed?.cells[i];
    return style === undefined ? [] : [[name, style]];
  });
  return {
    form: { dialect, cells: Object.fromEntries(cells), objects: typed?.objects ?? [] },
    stated: Object.fromEntries(columns.map((column) => [column.name, column])),
  };
}

export async function exportCommand(args: string[]): Promise<number> {
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
  const [path, ...more] = positionals;
  const { out, like, key } = values;
  if (path === undefined || more.length > 0) throw refused('Expected exactly one input file.');
  const bankFormat = WRITTEN_BANK_FORMATS.find((name) => name === values.format);
  if (bankFormat !== undefined) return exportStatements(path, bankFormat, values, args);
  const format = TABLE_FORMATS.find((name) => name === values.format);
  if (format === undefined)
    throw refused(
      `--format: expected one of ${[...TABLE_FORMATS, ...WRITTEN_BANK_FORMATS].join(', ')}.`,
    );
  if (out === undefined) throw refused('--out: expected a file name.');
  return interruptible(async (signal) => {
    const folder = await mkdtemp(join(tmpdir(), 'sandbox-export-'));
    const draft = `${out}.${process.pid}.tmp`;
    try {
      const file = await unpacked(path, folder);
      const { form, stated } = await formOf(like ?? path, folder);
      const table = fileStem(basename(path));
      const keys = key === undefined ? [] : [key];
      const tables = [{ file, table, stated, form, keys }];
      const rows = await writeExport({ tables, relations: [], format, target: draft }, signal);
      await rename(draft, out);
      await writeContents(contentsOf(out), {
        command: {
          name: 'export',
          arguments: repeatableArguments(
            args.filter((arg) => arg !== path),
            ['--out', '--like', '--json'],
          ),
        },
        engine: readVersion(),
        inputs: [
          { role: 'source', path: splitTable(path).path },
          ...(like === undefined ? [] : [{ role: 'like', path: splitTable(like).path }]),
        ],
        files: [out],
      });
      printSummary({ rows, format, path: out }, values.json, () => [`${out}: ${rows} rows`]);
      return 0;
    } finally {
      await rm(draft, { force: true });
      await rm(folder, { recursive: true, force: true });
    }
  });
}
