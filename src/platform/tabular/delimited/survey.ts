import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { AppError } from '../../../shared/errors.ts';
import { createUtf8Checker } from '../encoding/encoding.ts';
import type { Dialect } from './dialect.ts';
import { createRecordScanner, type QuoteFault } from './record-scanner.ts';

export type Reject = {
  /** Number of the record, the header not counted. */
  row: number;
  /** Line of the file on which the record starts. */
  line: number;
  reason: string;
  /** The record's beginning, as written. */
  text: string;
};

export type Survey =
  | {
      kind: 'text';
      /** Records below the header, blank lines not counted. */
      records: number;
      accepted: number;
      rejectedCount: number;
      /** The first of them. */
      rejects: Reject[];
    }
  /** The bytes are no UTF-8. */
  | { kind: 'not-utf8'; byte: number };

export type SurveyOptions = {
  dialect: Dialect;
  columns: number;
  header: boolean;
  skipBytes?: number;
  mostRejects?: number;
  signal?: AbortSignal | undefined;
};

/** A longer record is a quote left open, or no record at all. */
export const MAX_RECORD_BYTES = 1_900_000;
const REJECT_TEXT_BYTES = 300;

export function rejectReason(
  record: { bytes: number; fields: number; fault: QuoteFault | null },
  columns: number,
): string | null {
  if (record.fault === 'open') return 'A quote is opened and never closed';
  if (record.fault === 'stray') return 'Text follows a closing quote';
  if (record.bytes > MAX_RECORD_BYTES) {
    return `The record has ${record.bytes} bytes, more than ${MAX_RECORD_BYTES}`;
  }
  if (record.fields !== columns) {
    return `Expected ${columns} values, found ${record.fields}`;
  }
  return null;
}

/** A blank line is no record, except that in a file of one column it is a record without a value. */
export function isBlank(bytes: number, columns: number): boolean {
  return bytes === 0 && columns > 1;
}

async function readTexts(
  path: string,
  places: { start: number; end: number }[],
): Promise<string[]> {
  const file = await open(path, 'r');
  try {
    const texts: string[] = [];
    for (const { start, end } of places) {
      const length = Math.min(REJECT_TEXT_BYTES, end - start);
      const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, start);
      const text = buffer.subarray(0, bytesRead).toString('utf8');
      texts.push(end - start > length ? `${text.replace(/\ufffd+$/, '')}…` : text);
    }
    return texts;
  } finally {
    await file.close();
  }
}

/**
 * Reads the whole file once: is it UTF-8, how many records has it, which of them can't be read. What
 * DuckDB makes of the file is held against this count, so that nothing gets lost in silence.
 */
export async function survey(path: string, options: SurveyOptions): Promise<Survey> {
  const { dialect, columns, header, skipBytes = 0, mostRejects = 1000, signal } = options;
  const utf8 = createUtf8Checker();
  const found: (Omit<Reject, 'text'> & { start: number; end: number })[] = [];
  let records = header ? -1 : 0;
  let rejectedCount = 0;
  const scanner = createRecordScanner(dialect, (start, end, line, fields, fault) => {
    const bytes = end - start;
    if (isBlank(bytes, columns)) return;
    records++;
    if (records <= 0 && header) return;
    const reason = rejectReason({ bytes, fields, fault }, columns);
    if (reason === null) return;
    rejectedCount++;
    if (found.length < mostRejects) {
      found.push({ row: records, line, reason, start: start + skipBytes, end: end + skipBytes });
    }
  });
  let offset = skipBytes;
  for await (const chunk of createReadStream(path, { start: skipBytes, highWaterMark: 1 << 20 })) {
    if (signal?.aborted) throw new AppError('cancelled', 'Cancelled', { cause: signal.reason });
    const bytes = chunk as Buffer;
    const zero = bytes.indexOf(0);
    if (zero >= 0) {
      throw new AppError(
        'validation_failed',
        `Byte ${offset + zero + 1} is zero: the file is not text.`,
        { detail: { byte: offset + zero + 1 } },
      );
    }
    if (!utf8.push(bytes)) return { kind: 'not-utf8', byte: skipBytes + utf8.invalidAt()! };
    scanner.push(bytes);
    offset += bytes.length;
  }
  if (!utf8.end()) return { kind: 'not-utf8', byte: skipBytes + utf8.invalidAt()! };
  scanner.end();
  const texts = await readTexts(path, found);
  return {
    kind: 'text',
    records: Math.max(0, records),
    accepted: Math.max(0, records) - rejectedCount,
    rejectedCount,
    rejects: found.map(({ row, line, reason }, i) => ({ row, line, reason, text: texts[i]! })),
  };
}
