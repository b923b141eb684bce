import { csvField } from '../../../shared/csv.ts';

/** Cell to write; booleans and numbers as JavaScript formats them. */
export type Cell = string | number | bigint | boolean | null;

/** Rows to write, column by column, all columns of one length. */
export type ColumnBatch = readonly (readonly Cell[])[];

const cellText = (cell: Cell): string =>
  csvField(cell === null || typeof cell === 'string' ? cell : String(cell));

/** Writes CSV in UTF-8; yields one chunk of bytes per batch. */
export async function* writeCsv(
  names: readonly string[],
  batches: AsyncIterable<ColumnBatch> | Iterable<ColumnBatch>,
  options: { header?: boolean; lineEnd?: '\r\n' | '\n'; signal?: AbortSignal } = {},
): AsyncGenerator<Buffer, void, undefined> {
  const { header = true, lineEnd = '\r\n', signal } = options;
  if (header) yield Buffer.from(names.map(cellText).join(',') + lineEnd);
  for await (const batch of batches) {
    signal?.throwIfAborted();
    const rows = batch[0]?.length ?? 0;
    let text = '';
    for (let row = 0; row < rows; row++) {
      for (let column = 0; column < batch.length; column++) {
        if (column > 0) text += ',';
        text += cellText(batch[column]![row] ?? null);
      }
      text += lineEnd;
    }
    if (rows > 0) yield Buffer.from(text);
  }
}
