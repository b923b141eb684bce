import { createReadStream, createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import type { Dialect } from './dialect.ts';
import { createRecordScanner } from './record-scanner.ts';
import { splitRecord } from './split-record.ts';
import { isBlank, MAX_RECORD_BYTES, rejectReason } from './survey.ts';

/** A value as RFC 4180 writes it: null as nothing, every text in quotes. */
const quoted = (value: string | null) => (value === null ? '' : `"${value.replaceAll('"', '""')}"`);

/**
 * Writes the records that can be read as plain CSV: commas, every value in quotes, LF. For files that
 * are right by RFC 4180 or nearly, yet that DuckDB does not read whole: mixed line ends, for one.
 */
export async function rewriteDelimited(
  source: string,
  target: string,
  options: {
    dialect: Dialect;
    columns: number;
    header: boolean;
    skipBytes: number;
    signal?: AbortSignal | undefined;
  },
): Promise<number> {
  const { dialect, columns, header, skipBytes, signal } = options;
  let accepted = 0;
  let headerSeen = !header;
  let kept: Buffer = Buffer.alloc(0);
  let keptFrom = 0;
  let offset = 0;
  let lines: string[] = [];
  let consumed = 0;
  const scanner = createRecordScanner(dialect, (start, end, _line, fields, fault) => {
    const bytes = end - start;
    consumed = end;
    if (isBlank(bytes, columns)) return;
    if (!headerSeen) {
      headerSeen = true;
      return;
    }
    if (rejectReason({ bytes, fields, fault }, columns) !== null) return;
    accepted++;
    const text = kept.subarray(start - keptFrom, end - keptFrom).toString('utf8');
    // A line of one column without a value would be a blank line.
    const values = splitRecord(text, dialect);
    lines.push(columns === 1 && values[0] === null ? '' : values.map(quoted).join(','));
  });
  await pipeline(
    createReadStream(source, { start: skipBytes, highWaterMark: 1 << 20 }),
    async function* (chunks: AsyncIterable<Buffer>) {
      const take = () => {
        const out = lines.length === 0 ? '' : `${lines.join('\n')}\n`;
        lines = [];
        return out;
      };
      for await (const chunk of chunks) {
        // Of a record that is longer than any that is read, nothing need be kept.
        if (kept.length > MAX_RECORD_BYTES) {
          kept = chunk;
          keptFrom = offset;
        } else kept = kept.length === 0 ? chunk : Buffer.concat([kept, chunk]);
        offset += chunk.length;
        scanner.push(chunk);
        yield take();
        // What lies before the last record's end is done with.
        if (consumed > keptFrom) {
          kept = Buffer.from(kept.subarray(consumed - keptFrom));
          keptFrom = consumed;
        }
      }
      scanner.end();
      yield take();
    },
    createWriteStream(target, { mode: 0o600 }),
    signal ? { signal } : {},
  );
  return accepted;
}
