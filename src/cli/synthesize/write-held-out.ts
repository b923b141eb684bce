import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Table } from '../../engines/table/table.ts';
import type { CsvDialect } from '../../shared/csv.ts';
import { openHashedFile } from '../hashed-file.ts';
import { csvHeader, csvParts } from './csv-parts.ts';
import { ONLY } from './places.ts';

function writeTable(path: string, table: Table, dialect: CsvDialect | undefined): void {
  const file = openHashedFile(path);
  try {
    file.write(
      csvHeader(
        table.columns.map(({ name }) => name),
        dialect,
      ),
    );
    for (const { bytes } of csvParts(table, dialect)) file.write(bytes);
  } catch (error) {
    file.discard();
    throw error;
  }
  file.close();
}

/**
 * Writes held-out rows in the dialect of their file: to a file, or for linked tables to a folder
 * with a file for each table.
 */
export function writeHeldOut(
  path: string,
  kept: Readonly<Record<string, Table>>,
  dialects: ReadonlyMap<string, CsvDialect | undefined>,
): void {
  const isAlone = Object.hasOwn(kept, ONLY);
  if (!isAlone) mkdirSync(path, { recursive: true });
  for (const [name, table] of Object.entries(kept))
    writeTable(isAlone ? path : join(path, `${name}.csv`), table, dialects.get(name));
}
