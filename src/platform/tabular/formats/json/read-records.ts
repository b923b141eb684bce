import { createReadStream } from 'node:fs';
import { StringDecoder } from 'node:string_decoder';
import { AppError } from '../../../../shared/errors.ts';
import { cancelled } from '../../duckdb.ts';
import { createUtf8Checker } from '../../encoding/encoding.ts';
import type { NotUtf8, Utf8Source } from '../../encoding/utf8-source.ts';
import { type Cells, fault, parseRecord } from './flatten.ts';
import { type Splitter, splitArray, splitLines } from './split.ts';

const CHUNK_BYTES = 256 * 1024;

export type RecordReader = {
  /** False for JSON Lines, where an unreadable line can be left out. */
  isArray: boolean;
  /** Returns false to end the reading. */
  onRecord: (cells: Cells, line: number) => boolean;
  onUnreadable: (unreadable: { line: number; reason: string; text: string }) => void;
  /** Called after each piece of the file. */
  onPiece: () => Promise<void>;
  signal?: AbortSignal | undefined;
};

const atLine = (line: number, error: AppError) =>
  new AppError('validation_failed', `Line ${line}: ${error.message}.`, { cause: error });

/** Creates the splitter of a format, which passes parsed records and faults to the reader. */
function createSplitter(reader: RecordReader): Splitter & { done: () => boolean } {
  let done = false;
  const take = (text: string, line: number) => {
    if (done) return;
    try {
      if (!reader.onRecord(parseRecord(text), line)) done = true;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      if (reader.isArray) throw atLine(line, error);
      reader.onUnreadable({ line, reason: error.message, text });
    }
  };
  const splitter = reader.isArray ? splitArray(take) : splitLines(take);
  const located = (work: () => void) => {
    try {
      work();
    } catch (error) {
      const isLocated = error instanceof AppError && error.cause !== undefined;
      throw error instanceof AppError && !isLocated ? atLine(splitter.lines(), error) : error;
    }
  };
  return {
    push: (text) => located(() => splitter.push(text)),
    end: () => located(splitter.end),
    lines: splitter.lines,
    done: () => done,
  };
}

/** Reads the records of a UTF-8 file; returns its number of lines, or the first invalid byte. */
export async function readRecords(
  { path, skipBytes }: Utf8Source,
  reader: RecordReader,
): Promise<{ kind: 'read'; lines: number } | NotUtf8> {
  const splitter = createSplitter(reader);
  const utf8 = createUtf8Checker();
  const decoder = new StringDecoder('utf8');
  const stream = createReadStream(path, { start: skipBytes, highWaterMark: CHUNK_BYTES });
  for await (const chunk of stream) {
    if (reader.signal?.aborted) throw cancelled(reader.signal);
    if (!utf8.push(chunk)) return { kind: 'not-utf8', byte: skipBytes + utf8.invalidAt()! };
    if (chunk.includes(0)) throw fault('The file contains a zero byte and is not text.');
    splitter.push(decoder.write(chunk));
    await reader.onPiece();
    if (splitter.done()) return { kind: 'read', lines: splitter.lines() };
  }
  if (!utf8.end()) return { kind: 'not-utf8', byte: skipBytes + utf8.invalidAt()! };
  splitter.end();
  await reader.onPiece();
  return { kind: 'read', lines: splitter.lines() };
}
