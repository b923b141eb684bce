import { csvField } from '../../../shared/csv.ts';

export type Cell = string | number | bigint | boolean | null;

export type ColumnBatch = readonly (readonly Cell[])[];

const cellText = (cell: Cell): string =>
  csvField(cell === null || typeof cell === 'string' ? cell : String(cell));

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
