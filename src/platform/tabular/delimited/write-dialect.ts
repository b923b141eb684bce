import { AppError } from '../../../shared/errors.ts';
import { encodeText, encodingMark } from '../encoding/encode-text.ts';
import type { Encoding } from '../encoding/encoding.ts';
import type { Delimiter } from './dialect.ts';
import type { FileStyle } from './file-style.ts';
import type { ColumnBatch } from './write-csv.ts';

/** How a file is written: as another one was read. */
export type WrittenDialect = FileStyle & { encoding: Encoding; delimiter: Delimiter };

/** Makes the writer of one column's values. */
function fieldWriter({ quote, delimiter }: WrittenDialect, always: boolean) {
  return (value: string | null): string => {
    if (value === null) return always ? quote + quote : '';
    const needed =
      always ||
      value === '' ||
      value.includes(delimiter) ||
      value.includes(quote) ||
      /[\r\n]/.test(value) ||
      value !== value.trim();
    return needed ? quote + value.replaceAll(quote, quote + quote) + quote : value;
  };
}

function encoded(text: string, encoding: Encoding): Buffer {
  const bytes = encodeText(text, encoding);
  if (bytes !== null) return bytes;
  const letter = [...text].find((each) => encodeText(each, encoding) === null);
  throw new AppError(
    'conflict',
    `The rows hold "${letter}", which the source's encoding ${encoding} can't write. Take another format.`,
  );
}

/**
 * A delimited file in the dialect of another, as chunks of bytes: its delimiter, quotes, line ends, encoding and
 * header line.
 *
 * @throws AppError where the encoding has no byte for a letter
 */
export async function* writeDialect(
  dialect: WrittenDialect,
  columns: number,
  batches: AsyncIterable<ColumnBatch> | Iterable<ColumnBatch>,
): AsyncGenerator<Buffer, void, undefined> {
  const { encoding, delimiter, lineEnd, headerLine, quotedColumns } = dialect;
  yield encodingMark(encoding);
  if (headerLine !== null) yield encoded(headerLine + lineEnd, encoding);
  const fields = Array.from({ length: columns }, (_, i) =>
    fieldWriter(dialect, quotedColumns.includes(i)),
  );
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
    if (rows > 0) yield encoded(text, encoding);
  }
}
