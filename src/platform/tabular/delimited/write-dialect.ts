import { type CsvDialect, fieldWriter } from '../../../shared/csv.ts';
import { AppError } from '../../../shared/errors.ts';
import { encodeText, encodingMark } from '../encoding/encode-text.ts';
import type { Encoding } from '../encoding/encoding.ts';
import type { ColumnBatch } from './write-csv.ts';

/**
 * The bytes of a text in a file's encoding.
 *
 * @throws AppError where the encoding has no byte for a letter
 */
export function inEncoding(text: string, encoding: Encoding): Buffer {
  const bytes = encodeText(text, encoding);
  if (bytes !== null) return bytes;
  const letter = [...text].find((each) => encodeText(each, encoding) === null);
  throw new AppError(
    'conflict',
    `The rows hold "${letter}", which the source's encoding ${encoding} can't write. Take another format.`,
  );
}

/** What a file begins with: its byte order mark and its header line, if it has them. */
export const dialectHead = ({ encoding, byteOrderMark, headerLine, lineEnd }: CsvDialect): Buffer =>
  Buffer.concat([
    encodingMark(encoding, byteOrderMark),
    inEncoding(headerLine === null ? '' : headerLine + lineEnd, encoding),
  ]);

/**
 * A delimited file in the dialect of another, as chunks of bytes: its delimiter, quotes, line ends, encoding and
 * header line.
 *
 * @throws AppError where the encoding has no byte for a letter
 */
export async function* writeDialect(
  dialect: CsvDialect,
  columns: number,
  batches: AsyncIterable<ColumnBatch> | Iterable<ColumnBatch>,
): AsyncGenerator<Buffer, void, undefined> {
  const { encoding, delimiter, lineEnd } = dialect;
  yield dialectHead(dialect);
  const fields = Array.from({ length: columns }, (_, i) => fieldWriter(dialect, i));
  for await (const batch of batches) {
    const rows = batch[0]?.length ?? 0;
    let text = '';
    for (let row = 0; row < rows; row++) {
      for (let column = 0; column < batch.length; column++) {
        const cell = batch[column]![row] ?? null;
        if (column > 0) text += delimiter;
        text += fields[column]!(cell === null ? null : String(cell));
      }
      text += lineEnd;
    }
    if (rows > 0) yield inEncoding(text, encoding);
  }
}
