import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import {
  type RelationsModel,
  type RelationsSample,
  sampleRelations,
} from '../../engines/synthesize/index.ts';
import type { Table } from '../../engines/table/table.ts';
import type { CsvDialect } from '../../shared/csv.ts';
import { type HashedFile, openHashedFile, type WrittenFile } from '../hashed-file.ts';
import { refused } from '../terminal/arguments.ts';
import { interruptible, yieldToEventLoop } from '../terminal/interruptible.ts';
import { csvHeader, csvParts } from './csv-parts.ts';

function rowsFrom(pairs: readonly string[]): Record<string, number> {
  const rows: Record<string, number> = {};
  for (const pair of pairs) {
    const match = /^([\w-]+)=([1-9]\d{0,9})$/.exec(pair);
    if (match === null)
      throw refused('--rows: expected TABLE=N, with N of 1 or more, for a model of linked tables.');
    rows[match[1]!] = Number(match[2]);
  }
  return rows;
}

function scaleFrom(text: string | undefined): number {
  const scale = Number(text ?? '1');
  if (!(scale > 0 && Number.isFinite(scale)))
    throw new RangeError('--scale: expected a number above 0.');
  return scale;
}

type Dialects = ReadonlyMap<string, CsvDialect | undefined>;

/** Writes tables to files that get their names when all are complete. */
async function writeTables(
  folder: string,
  { tables, dialects }: { tables: Readonly<Record<string, Table>>; dialects: Dialects },
  signal: AbortSignal,
): Promise<WrittenFile[]> {
  mkdirSync(folder, { recursive: true });
  const files: HashedFile[] = [];
  try {
    for (const [name, table] of Object.entries(tables)) {
      const file = openHashedFile(join(folder, `${name}.csv`));
      files.push(file);
      const dialect = dialects.get(name);
      const names = table.columns.map((column) => column.name);
      file.write(csvHeader(names, dialect));
      for (const { bytes } of csvParts(table, dialect)) {
        file.write(bytes);
        await yieldToEventLoop();
        signal.throwIfAborted();
      }
    }
  } catch (error) {
    for (const file of files) file.discard();
    throw error;
  }
  return files.map((file) => file.close());
}

export async function sampleTables(
  model: RelationsModel,
  args: {
    seed: bigint;
    out: string;
    rows: readonly string[];
    scale: string | undefined;
    plain: boolean;
  },
): Promise<number> {
  const { tables, left } = sampleRelations(model, {
    seed: args.seed,
    scale: scaleFrom(args.scale),
    rows: rowsFrom(args.rows),
  });
  // Sampled in one step: Ctrl-C ends it at once, since nothing is written yet.
  return interruptible(async (signal) => {
    const known = args.plain ? [] : model.tables;
    const dialects = new Map(known.map(({ name, dialect }) => [name, dialect]));
    const written = await writeTables(args.out, { tables, dialects }, signal);
    Object.values(tables).forEach(({ rows }, i) => {
      const { path, sha256 } = written[i]!;
      process.stdout.write(`${rows} rows in ${path}, SHA-256 ${sha256}\n`);
    });
    tellLeftOut(left);
    return 0;
  });
}

function tellLeftOut(left: RelationsSample['left']): void {
  for (const { relation, rows } of left) {
    process.stdout.write(
      `${rows} rows of ${relation.child} dropped: ${relation.parent} has no unused rows for this 1:1 relation.\n`,
    );
  }
}
