/** A cell of a file to write; a boolean or a number stands as JavaScript writes it. */
export type Cell = string | number | bigint | boolean | null;

/** Some rows to write, column by column, all columns of one length. */
export type ColumnBatch = readonly (readonly Cell[])[];

const NEEDS_QUOTES = /[",\r\n]/;

/** One cell by RFC 4180. Null is nothing; the empty string is "", so that the two stay apart. */
export function csvCell(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell !== 'string') return String(cell);
  if (cell === '') return '""';
  return NEEDS_QUOTES.test(cell) || cell[0] === ' ' || cell.at(-1) === ' '
    ? `"${cell.replaceAll('"', '""')}"`
    : cell;
}

/** A file of comma-separated values, in UTF-8, as chunks of bytes; one chunk a batch. */
export async function* writeCsv(
  names: readonly string[],
  batches: AsyncIterable<ColumnBatch> | Iterable<ColumnBatch>,
  options: { header?: boolean; lineEnd?: '\r\n' | '\n'; signal?: AbortSignal } = {},
): AsyncGenerator<Buffer, void, undefined> {
  const { header = true, lineEnd = '\r\n', signal } = options;
  if (header) yield Buffer.from(names.map(csvCell).join(',') + lineEnd);
  for await (const batch of batches) {
    signal?.throwIfAborted();
    const rows = batch[0]?.length ?? 0;
    let text = '';
    for (let row = 0; row < rows; row++) {
      for (let column = 0; column < batch.length; column++) {
        if (column > 0) text += ',';
        text += csvCell(batch[column]![row] ?? null);
      }
      text += lineEnd;
    }
    if (rows > 0) yield Buffer.from(text);
  }
}
