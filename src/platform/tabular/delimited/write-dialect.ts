import { type CsvDialect, fieldWriter } from '../../../shared/csv.ts';
import { AppError } from '../../../shared/errors.ts';
import { encodeText, encodingMark } from '../encoding/encode-text.ts';
import type { Encoding } from '../encoding/encoding.ts';
import type { ColumnBatch } from './write-csv.ts';

/** @throws AppError if the encoding lacks a character */
export function inEncoding(text: string, encoding: Encoding): Buffer {
  const bytes = encodeText(text, encoding);
  if (bytes !== null) return bytes;
  const letter = [...text].find((each) => encodeText(each, encoding) === null);
  throw new AppError(
    'conflict',
    `The rows contain "${letter}", which the source's encoding ${encoding} does not support. Choose another format.`,
  );
}

export const dialectHead = ({ encoding, byteOrderMark, headerLine, lineEnd }: CsvDialect): Buffer =>
  Buffer.concat([
    encodingMark(encoding, byteOrderMark),
    inEncoding(headerLine === null ? '' : headerLine + lineEnd, encoding),
  ]);

/**
 * Writes a delimited file in another's dialect (delimiter, quotes, line ends, encoding, header) as
 * chunks of bytes.
 *
 * @throws AppError if the encoding lacks a character
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
