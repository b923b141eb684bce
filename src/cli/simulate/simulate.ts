import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import {
  type CellOutput,
  csvEncoder,
  csvHeader,
  isBook,
  plan,
  realismTally,
  SimulationRequestError,
  simulateCells,
} from '../../engines/simulate/index.ts';
import {
  SIMULATED_FIELDS,
  simulatedColumns,
} from '../../product/generation/shards/simulated-tables.ts';
import { repeatableArguments, writeContents } from '../contents/contents-file.ts';
import { type HashedFile, openHashedFile, writeWhole } from '../hashed-file.ts';
import { rowsProgress } from '../terminal/progress.ts';
import { parquetFrom } from './parquet-from-csv.ts';
import { cellsOf, hasHeading, shardFrom, suffixOf } from './shard-of-cells.ts';
import { simulateBookCommand } from './simulate-book.ts';
import { options, type SimulateValues } from './simulate-options.ts';
import { dryRun, preview } from './simulate-preview.ts';
import { requestFrom, wholeFrom } from './simulation-request.ts';

const FILES = {
  customers: 'customers',
  accounts: 'accounts',
  transactions: 'transactions',
  groundTruth: 'ground_truth',
} as const;
type FileKey = keyof typeof FILES;
const KEYS = Object.keys(FILES) as FileKey[];

/** Writes each piece before the next is generated. */
function writeCells(
  pieces: Iterable<CellOutput>,
  {
    files,
    heading,
    seen,
  }: { files: Record<FileKey, HashedFile>; heading: boolean; seen: (piece: CellOutput) => void },
): Record<FileKey, number> {
  const encode = csvEncoder();
  const rows = { customers: 0, accounts: 0, transactions: 0, groundTruth: 0 };
  if (heading) {
    for (const key of KEYS)
      files[key].write(Buffer.from(csvHeader({ fields: SIMULATED_FIELDS[FILES[key]] })));
  }
  for (const piece of pieces) {
    for (const key of KEYS) {
      const batch = piece[key];
      if (batch.rows > 0) files[key].write(encode(batch));
      rows[key] += batch.rows;
    }
    seen(piece);
  }
  return rows;
}

/** `sandbox simulate`. `--preview N` prints the first transactions, `--dry-run` a description. */
export async function simulateCommand(argv: string[]): Promise<number> {
  const values: SimulateValues = parseArgs({ args: argv, options, strict: true }).values;
  if (isBook(values.preset ?? '')) return simulateBookCommand(argv, values);
  const { out, format = 'csv' } = values;
  if (values.preview !== undefined) {
    process.stdout.write(preview(plan(requestFrom(values)), wholeFrom(values.preview, 'preview')));
    return 0;
  }
  if (values['dry-run'] === true) {
    process.stdout.write(`${JSON.stringify(dryRun(plan(requestFrom(values))), null, 2)}\n`);
    return 0;
  }
  if (out === undefined) throw new SimulationRequestError('--out: expected a folder name.');
  if (format !== 'csv' && format !== 'parquet') {
    throw new SimulationRequestError('--format: expected csv or parquet.');
  }
  const shard = shardFrom(values.shard);
  const simulationPlan = plan(requestFrom(values));
  const cells = cellsOf(simulationPlan, shard);
  mkdirSync(out, { recursive: true });
  const suffix = suffixOf(shard);
  const files = Object.fromEntries(
    KEYS.map((key) => [key, openHashedFile(join(out, `${FILES[key]}${suffix}.csv`))]),
  ) as Record<FileKey, HashedFile>;
  const realism = realismTally(simulationPlan);
  const total = cells.reduce((sum, cell) => sum + simulationPlan.cells[cell]!.transactions, 0);
  const progress = rowsProgress(total, 'transactions');
  let done = 0;
  let rows: Record<FileKey, number>;
  try {
    const pieces = simulateCells(simulationPlan, cells, { reuse: true });
    rows = writeCells(pieces, {
      files,
      heading: hasHeading(shard),
      seen: (piece) => {
        realism.add(piece);
        done += piece.transactions.rows;
        progress(done);
      },
    });
  } catch (error) {
    for (const key of KEYS) files[key].discard();
    throw error;
  }
  const written = [];
  for (const key of KEYS) {
    const csv = files[key].close();
    const file =
      format === 'csv'
        ? csv
        : await parquetFrom(csv.path, simulatedColumns(FILES[key]), hasHeading(shard));
    written.push({ ...file, rows: rows[key] });
  }
  const { cells: _, ...facts } = simulationPlan;
  const report = realism.report();
  const flagged = report.figures.find((f) => f.name === 'laundering rows')?.value ?? 0;
  const manifest = {
    ...facts,
    shard,
    launderingShare: rows.transactions === 0 ? 0 : flagged / rows.transactions,
    files: written.map(({ path, ...rest }) => ({ name: path.slice(out.length + 1), ...rest })),
    realism: shard === null ? report : null,
  };
  writeWhole(join(out, `manifest${suffix}.json`), `${JSON.stringify(manifest, null, 2)}\n`);
  await writeContents(join(out, `contents${suffix}.json`), {
    command: {
      name: 'simulate',
      arguments: repeatableArguments(argv, ['--out', '--configuration']),
    },
    engine: simulationPlan.engineVersion,
    inputs:
      values.configuration === undefined
        ? []
        : [{ role: 'configuration', path: values.configuration }],
    files: [...written.map(({ path }) => path), join(out, `manifest${suffix}.json`)],
  });
  process.stdout.write(
    `${rows.customers} customers, ${rows.accounts} accounts, ${rows.transactions} transactions (${flagged} laundering) in ${out}\n`,
  );
  return 0;
}
