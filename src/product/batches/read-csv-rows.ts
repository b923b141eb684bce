import type { Readable } from 'node:stream';
import { MAX_ANSWER_BYTES } from '../../shared/limits.ts';
import { refuseLargeAnswer } from './refuse-large-answer.ts';

type Row = (string | null)[];

const QUOTE = 0x22;
const COMMA = 0x2c;
const CR = 0x0d;
const LF = 0x0a;

/** Splits a record without its line end. A quoted empty field is '', an unquoted one null. */
function fieldsOf(record: string): Row {
  const fields: Row = [];
  for (let at = 0; ; at++) {
    if (record.charCodeAt(at) !== QUOTE) {
      const comma = record.indexOf(',', at);
      const end = comma < 0 ? record.length : comma;
      fields.push(end === at ? null : record.slice(at, end));
      at = end;
    } else {
      let end = record.indexOf('"', at + 1);
      while (record.charCodeAt(end + 1) === QUOTE) end = record.indexOf('"', end + 2);
      fields.push(record.slice(at + 1, end).replaceAll('""', '"'));
      at = end + 1;
    }
    if (record.charCodeAt(at) !== COMMA) return fields;
  }
}

export async function readCsvRows(
  stream: Readable,
  {
    offset,
    limit,
    maxBytes = MAX_ANSWER_BYTES,
  }: { offset: number; limit: number; maxBytes?: number },
): Promise<{ columns: string[]; rows: Row[] }> {
  let columns: string[] | null = null;
  const rows: Row[] = [];
  let record = -1;
  let quoted = false;
  let pieces: Buffer[] = [];
  let bytes = 0;
  const isNeeded = () => record === -1 || record >= offset;
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      let start = 0;
      for (let at = 0; at < chunk.length; at++) {
        const byte = chunk[at];
        if (byte === QUOTE) quoted = !quoted;
        if (byte !== LF || quoted) continue;
        if (isNeeded()) {
          bytes += at - start;
          if (bytes > maxBytes) refuseLargeAnswer(maxBytes);
          const text = Buffer.concat([...pieces, chunk.subarray(start, at)]).toString('utf8');
          const fields = fieldsOf(
            text.charCodeAt(text.length - 1) === CR ? text.slice(0, -1) : text,
          );
          if (columns === null) columns = fields.map((name) => name ?? '');
          else rows.push(fields);
        }
        pieces = [];
        start = at + 1;
        record++;
        if (rows.length === limit) return { columns: columns ?? [], rows };
      }
      if (!isNeeded()) continue;
      bytes += chunk.length - start;
      if (bytes > maxBytes) refuseLargeAnswer(maxBytes);
      pieces.push(chunk.subarray(start));
    }
    return { columns: columns ?? [], rows };
  } finally {
    stream.destroy();
  }
}
