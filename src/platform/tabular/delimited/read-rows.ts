import { open } from 'node:fs/promises';
import { cancelled } from '../duckdb.ts';
import type { NotUtf8, Utf8Source } from '../encoding/utf8-source.ts';
import type { Layout } from './layout.ts';
import { createLineRanges, type LineRanges } from './line-ranges.ts';
import { firstLine, missingRow } from './plain-rows.ts';
import { MAX_RECORD_BYTES } from './record-cursor.ts';
import type { RowLines } from './row-lines.ts';
import { createRowReader } from './row-reader.ts';
import { openTextWindow } from './text-window.ts';

/** Output buffer size, large enough for few writes. */
const FLUSH_BYTES = 2 * 1024 * 1024;
/** Space for a fully escaped record, which doubles in size, and for rows held back at the end. */
const ROOM_BYTES = 2 * (MAX_RECORD_BYTES + 2) + 1024 * 1024;

/** Bytes in plain form of a byte of text: a blank line is a missing value. */
const MAX_GROWTH = missingRow.length;

export type RowsRead = {
  kind: 'rows';
  rows: number;
  leftOut: LineRanges;
  skipped: LineRanges;
  lines: number;
  rowLines: RowLines;
  escaped: Uint8Array;
};

/**
 * Reads the whole file once and writes its rows in plain form (see plain-rows.ts) to `target`. All
 * other lines are listed; every line is either a row or listed.
 */
export async function readRows(
  source: Utf8Source,
  layout: Layout,
  options: { target: string; maxRanges: number; signal?: AbortSignal | undefined },
): Promise<RowsRead | NotUtf8> {
  const { target, maxRanges, signal } = options;
  const leftOut = createLineRanges(maxRanges);
  const skipped = createLineRanges(maxRanges);
  const window = await openTextWindow(source.path, source.skipBytes);
  try {
    const file = await open(target, 'w', 0o600);
    try {
      const whole = MAX_GROWTH * window.size + firstLine.length + 1;
      const out = Buffer.allocUnsafe(Math.min(FLUSH_BYTES + ROOM_BYTES, whole));
      await file.write(firstLine);
      const reader = createRowReader({ layout, window, out, leftOut, skipped });
      for (let done = false; !done; ) {
        if (signal?.aborted) throw cancelled(signal);
        const stopped = reader.readOn(FLUSH_BYTES);
        if (stopped === 'starved') {
          const wrong = await window.fill();
          if (wrong) return wrong;
        } else {
          done = stopped === 'done';
          for (let at = 0; at < reader.outEnd(); ) {
            const { bytesWritten } = await file.write(out, at, reader.outEnd() - at);
            at += bytesWritten;
          }
          reader.emptied();
        }
      }
      const { rows, lines, rowLines, escaped } = reader.result();
      // Lines below the last row are recognized only at the end, after empty lines.
      skipped.found.ranges.sort((a, b) => a.fromLine - b.fromLine);
      return {
        kind: 'rows',
        rows,
        lines,
        rowLines,
        escaped,
        leftOut: leftOut.found,
        skipped: skipped.found,
      };
    } finally {
      await file.close();
    }
  } finally {
    await window.close();
  }
}
