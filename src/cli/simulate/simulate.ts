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
  CELL_TABLES,
  SIMULATED_FIELDS,
  SIMULATED_TABLES,
  type SimulatedTable,
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

/** Writes each piece before the next is generated. */
function writeCells(
  pieces: Iterable<CellOutput>,
  {
    files,
    heading,
    seen,
  }: {
    files: Record<SimulatedTable, HashedFile>;
    heading: boolean;
    seen: (piece: CellOutput) => void;
  },
): Record<SimulatedTable, number> {
  const encode = csvEncoder();
  const rows = Object.fromEntries(SIMULATED_TABLES.map((key) => [key, 0])) as Record<
    SimulatedTable,
    number
  >;
  if (heading) {
    for (const key of SIMULATED_TABLES)
      files[key].write(Buffer.from(csvHeader({ fields: SIMULATED_FIELDS[key] })));
  }
  for (const piece of pieces) {
    for (const key of SIMULATED_TABLES) {
      const batch = piece[CELL_TABLES[key]];
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
    SIMULATED_TABLES.map((key) => [key, openHashedFile(join(out, `${key}${suffix}.csv`))]),
  ) as Record<SimulatedTable, HashedFile>;
  const realism = realismTally(simulationPlan);
  const total = cells.reduce((sum, cell) => sum + simulationPlan.cells[cell]!.transactions, 0);
  const progress = rowsProgress(total, 'transactions');
  let done = 0;
  let rows: Record<SimulatedTable, number>;
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
    for (const key of SIMULATED_TABLES) files[key].discard();
    throw error;
  }
  const written = [];
  for (const key of SIMULATED_TABLES) {
    const csv = files[key].close();
    const file =
      format === 'csv'
        ? csv
        : await parquetFrom(csv.path, simulatedColumns(key), hasHeading(shard));
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
