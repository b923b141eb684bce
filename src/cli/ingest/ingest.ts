import { mkdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { sniffFile } from '../../platform/formats/sniff.ts';
import { readTextColumns } from '../../platform/tabular/parquet/read-text-columns.ts';
import { typeParquet } from '../../platform/tabular/parquet/type-parquet.ts';
import type { ScannedFile } from '../../product/ingestion/map-file.ts';
import { scanFile } from '../../product/ingestion/scan-file.ts';
import { AppError } from '../../shared/errors.ts';
import { isTableChoice } from '../../shared/file-tables.ts';
import { writeWhole } from '../hashed-file.ts';
import { printBalanceBreaks, printLines, printNotices } from '../print-reading.ts';
import { refused } from '../terminal/arguments.ts';
import { interruptible } from '../terminal/interruptible.ts';
import { printSummary } from '../terminal/print-summary.ts';
import { textTable } from '../terminal/text-table.ts';
import { inFile, unpacked } from '../unpacked.ts';
import { corrected, nameOf, refuseAmbiguous } from './corrections.ts';
import { recipeFrom } from './recipe-file.ts';
import { statementLines } from './statement-lines.ts';

const options = {
  recipe: { type: 'string' },
  sheet: { type: 'string' },
  out: { type: 'string' },
  role: { type: 'string', multiple: true },
  form: { type: 'string', multiple: true },
  entity: { type: 'string' },
  order: { type: 'string' },
  'accept-rejected': { type: 'boolean', default: false },
  json: { type: 'boolean', default: false },
} as const;

/** Rows read for examples, and values shown of each column. */
const LOOKED_AT_ROWS = 200;
const EXAMPLES = 3;

const summaryOf = (file: ScannedFile) => ({
  rows: file.rowCount,
  rejected: file.leftOut.ranges.map(({ fromLine, toLine, reason }) => ({
    fromLine,
    toLine,
    reason,
  })),
  columns: file.mapping.columns.map(({ name, role }, i) => {
    const { type, form } = file.columns[i]!;
    return { name, role, type, form };
  }),
  entity: file.mapping.entity,
  order: file.mapping.order,
  balance: file.balance,
  recipe: file.recipe,
  statement: file.statement,
});

/** Returns the first distinct values of each column. */
async function examplesOf(parquetPath: string): Promise<string[][]> {
  const found: Set<string>[] = [];
  for await (const { columns } of readTextColumns({ parquetPath, limit: LOOKED_AT_ROWS })) {
    for (const [i, values] of columns.entries()) {
      const own = found[i] ?? new Set();
      found[i] = own;
      for (const value of values) if (value && own.size < EXAMPLES) own.add(value);
    }
  }
  return found.map((own) => [...own]);
}

function linesOf(
  { rows, columns, entity, order, balance, recipe, statement }: ReturnType<typeof summaryOf>,
  examples: readonly string[][],
) {
  return [
    ...(statement === null ? [] : statementLines(statement)),
    `${rows} rows, ${columns.length} columns, recipe ${recipe.sha256}`,
    ...textTable(
      ['Column', 'Role', 'Type', 'Form', 'Examples'],
      columns.map(({ name, role, type, form }, i) => [
        name,
        role,
        type,
        nameOf(form),
        (examples[i] ?? []).join(' | '),
      ]),
    ),
    ...(entity === null && balance === null
      ? []
      : [`Sequences: by ${entity ?? 'file (one account)'}, ordered by ${order ?? 'row'}`]),
    ...(balance === null
      ? []
      : [
          `Running balance ${balance.column}: consistent in ${(100 * balance.share).toFixed(1)} % of rows`,
        ]),
    ...(process.stdout.isTTY
      ? ['Correct a column with --role COLUMN=ROLE or --form COLUMN=FORM.']
      : []),
  ];
}

async function writeOut(folder: string, file: ScannedFile, rows: string, signal: AbortSignal) {
  mkdirSync(folder, { recursive: true });
  await typeParquet(rows, join(folder, 'rows.parquet'), file.columns, { signal });
  writeWhole(join(folder, 'recipe.json'), `${JSON.stringify(file.recipe, null, 2)}\n`);
}

export async function ingestCommand(args: string[]): Promise<number> {
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
  const [path, ...more] = positionals;
  if (path === undefined || more.length > 0) throw refused('Expected exactly one input file.');
  const recipe = recipeFrom(values.recipe);
  return interruptible(async (signal) => {
    const folder = await mkdtemp(join(tmpdir(), 'sandbox-ingest-'));
    try {
      const source = await unpacked(path, folder);
      const parquetPath = join(folder, 'rows.parquet');
      const scanned = await scanFile(
        {
          format: (await sniffFile(source.path)) ?? source.format,
          path: source.path,
          table: values.sheet ?? source.table,
          parquetPath,
          anyColumns: true,
          acceptRejected: values['accept-rejected'],
          recipe,
        },
        signal,
      ).catch((error: unknown) => {
        if (!(error instanceof AppError)) throw error;
        if (isTableChoice(error.detail)) throw inFile(path, error);
        // Functions take the answer as a field.
        const message = error.message.replace('set accept_rejected=true', 'add --accept-rejected');
        throw new AppError(error.code, message, { cause: error });
      });
      const file = await corrected(scanned, parquetPath, values);
      refuseAmbiguous(file.columns);
      printLines(path, file.skipped, 'skipped outside the table');
      printLines(path, file.leftOut, 'skipped as unreadable');
      printNotices(path, file);
      printBalanceBreaks(path, file.balance);
      if (values.out !== undefined) await writeOut(values.out, file, parquetPath, signal);
      const examples = values.json ? [] : await examplesOf(parquetPath);
      printSummary(summaryOf(file), values.json, (summary) => linesOf(summary, examples));
      return 0;
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
}
