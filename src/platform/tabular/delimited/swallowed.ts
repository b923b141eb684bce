import type { Layout } from './layout.ts';
import { valuesOf } from './plain-rows.ts';
import { createRecordReader, nextLine } from './read-record.ts';
import { MAX_RECORD_BYTES } from './record-cursor.ts';
import { fitsShape } from './row-shape.ts';
import type { TextWindow } from './text-window.ts';

/** Lines that must read as rows if no column has a recognizable form. */
const MIN_ROWS_UNTOLD = 10;

/**
 * Checks if an open quote of a multi-line record swallowed rows: each of its later lines, read
 * alone, is a row like those before it. A genuine multi-line text hardly ever is.
 */
export function createSwallowCheck(
  layout: Layout,
): (window: TextWindow, recordEnd: number) => boolean {
  const { dialect, shape } = layout;
  const columns = layout.columns.length;
  const reader = createRecordReader(dialect, columns);
  let out: Buffer | undefined;
  return (window, recordEnd) => {
    if (columns < 2) return false;
    out ??= Buffer.allocUnsafe(2 * (MAX_RECORD_BYTES + 2));
    const { bytes } = window;
    let rows = 0;
    for (let from = nextLine(bytes, window.from, recordEnd, true); from < recordEnd; ) {
      const input = { bytes, from, to: recordEnd, final: true, out, at: 0, singleLine: true };
      reader.read(input);
      const { record } = reader;
      if (record.fault !== null) return false;
      if (!record.blank) {
        if (record.fields !== columns) return false;
        if (!fitsShape(shape, valuesOf(out.subarray(0, record.outEnd)))) return false;
        rows++;
      }
      from = record.next;
    }
    return rows >= (shape.telling ? 1 : MIN_ROWS_UNTOLD);
  };
}
