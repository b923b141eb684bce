import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import {
  type BookName,
  type BookPlan,
  type BookRequest,
  books,
  bookTally,
  csvEncoder,
  csvHeader,
  encodeCsv,
  planOfBook,
  SimulationRequestError,
  simulateBook,
} from '../../engines/simulate/index.ts';
import { columnsOf } from '../../product/generation/shards/simulated-tables.ts';
import { repeatableArguments, writeContents } from '../contents/contents-file.ts';
import { type HashedFile, openHashedFile, type WrittenFile, writeWhole } from '../hashed-file.ts';
import { seedFrom } from '../terminal/arguments.ts';
import { parquetFrom } from './parquet-from-csv.ts';
import { cellsOf, hasHeading, type Shard, shardFrom, suffixOf } from './shard-of-cells.ts';
import type { SimulateValues } from './simulate-options.ts';
import { wholeFrom } from './simulation-request.ts';

const ONLY_BANKS = ['aml-rate', 'configuration', 'country'] as const;

function requestFrom(values: SimulateValues): BookRequest {
  for (const option of ONLY_BANKS) {
    if (values[option] !== undefined)
      throw new SimulationRequestError(`--${option} applies to banks, not to ${values.preset}.`);
  }
  return {
    seed: seedFrom(values.seed ?? ''),
    preset: values.preset as BookName,
    customers: wholeFrom(values.customers, 'customers'),
    accounts: wholeFrom(values.accounts, 'accounts'),
    transactions: wholeFrom(values.transactions, 'transactions'),
    ...(values['start-date'] !== undefined && { startDate: values['start-date'] }),
    ...(values['end-date'] !== undefined && { endDate: values['end-date'] }),
  };
}

function preview(plan: BookPlan, rows: number): string {
  const [{ tables }] = simulateBook(plan, [0]) as unknown as [{ tables: Record<string, never> }];
  return Object.entries(tables)
    .map(
      ([name, batch]) =>
        `${name}\n${new TextDecoder().decode(encodeCsv(head(batch, rows), { header: true }))}`,
    )
    .join('\n');
}

type Batch = Parameters<typeof encodeCsv>[0];
const head = (batch: Batch, rows: number): Batch => ({
  ...batch,
  rows: Math.min(rows, batch.rows),
});

type Listed = WrittenFile & { rows: number };

/** Writes the tables cell by cell, and the files that only a whole book has. */
async function writeTables(
  plan: BookPlan,
  { out, shard, format }: { out: string; shard: Shard | null; format: string },
) {
  const suffix = suffixOf(shard);
  const { tables } = books[plan.preset];
  const tally = bookTally(plan);
  const files = new Map<string, HashedFile>();
  const rows = new Map<string, number>();
  const encode = csvEncoder();
  try {
    for (const { name, fields } of tables) {
      const file = openHashedFile(join(out, `${name}${suffix}.csv`));
      files.set(name, file);
      if (hasHeading(shard)) file.write(Buffer.from(csvHeader({ fields })));
    }
    for (const output of simulateBook(plan, cellsOf(plan, shard))) {
      tally.add(output);
      for (const [name, batch] of Object.entries(output.tables)) {
        if (batch.rows > 0) files.get(name)!.write(encode(batch));
        rows.set(name, (rows.get(name) ?? 0) + batch.rows);
      }
    }
  } catch (error) {
    for (const file of files.values()) file.discard();
    throw error;
  }
  const listed: Listed[] = [];
  for (const { name, fields } of tables) {
    const csv = files.get(name)!.close();
    const file =
      format === 'csv' ? csv : await parquetFrom(csv.path, columnsOf(fields), hasHeading(shard));
    listed.push({ ...file, rows: rows.get(name) ?? 0 });
  }
  const report = shard === null ? tally.report() : null;
  for (const [name, batch] of Object.entries(report?.files ?? {})) {
    const file = openHashedFile(join(out, `${name}.csv`));
    file.write(encodeCsv(batch, { header: true }));
    listed.push({ ...file.close(), rows: batch.rows });
  }
  return { listed, report };
}

/** `sandbox simulate --preset` for insurers and credit unions. */
export async function simulateBookCommand(argv: string[], values: SimulateValues): Promise<number> {
  const { out, format = 'csv' } = values;
  const plan = planOfBook(requestFrom(values));
  const { cells, ...facts } = plan;
  if (values.preview !== undefined) {
    process.stdout.write(preview(plan, wholeFrom(values.preview, 'preview')));
    return 0;
  }
  if (values['dry-run'] === true) {
    process.stdout.write(`${JSON.stringify({ ...facts, cells: cells.length }, null, 2)}\n`);
    return 0;
  }
  if (out === undefined) throw new SimulationRequestError('--out: expected a folder name.');
  if (format !== 'csv' && format !== 'parquet')
    throw new SimulationRequestError('--format: expected csv or parquet.');
  const shard = shardFrom(values.shard);
  mkdirSync(out, { recursive: true });
  const { listed, report } = await writeTables(plan, { out, shard, format });
  const manifest = {
    ...facts,
    shard,
    ...report?.facts,
    files: listed.map(({ path, ...rest }) => ({ name: path.slice(out.length + 1), ...rest })),
    realism:
      report === null ? null : { engineVersion: plan.engineVersion, figures: report.figures },
  };
  const manifestPath = join(out, `manifest${suffixOf(shard)}.json`);
  writeWhole(manifestPath, `${JSON.stringify(manifest, null, 2)}\n`);
  await writeContents(join(out, `contents${suffixOf(shard)}.json`), {
    command: { name: 'simulate', arguments: repeatableArguments(argv, ['--out']) },
    engine: plan.engineVersion,
    files: [...listed.map(({ path }) => path), manifestPath],
  });
  const counts = listed.map(
    ({ path, rows }) => `${rows} ${path.slice(out.length + 1).split('.')[0]}`,
  );
  process.stdout.write(`${counts.join(', ')} in ${out}\n`);
  return 0;
}
