import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { writeCsv } from '../../delimited/write-csv.ts';
import { writeDialect } from '../../delimited/write-dialect.ts';
import { chunksOf, type WriteFormat } from '../write.ts';

/** Writes delimited text in the dialect of the source, or else as RFC 4180 in UTF-8. */
export const writeCsvFile: WriteFormat = async (rows, { target, form: { dialect }, signal }) => {
  const { columns } = rows;
  const chunks = chunksOf(rows, signal);
  const names = columns.map(({ name }) => name);
  const bytes =
    dialect === null ? writeCsv(names, chunks) : writeDialect(dialect, columns.length, chunks);
  const file = createWriteStream(target, { mode: 0o600 });
  await pipeline(bytes, file, signal === undefined ? {} : { signal });
};
