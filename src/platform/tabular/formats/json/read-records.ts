import { AppError } from '../../../../shared/errors.ts';
import { readUtf8Text } from '../../encoding/read-utf8-text.ts';
import type { NotUtf8, Utf8Source } from '../../encoding/utf8-source.ts';
import { type JsonRecord, parseRecord } from './flatten.ts';
import { type Splitter, splitArray, splitLines } from './split.ts';

export type RecordReader = {
  /** False for JSON Lines, where an unreadable line can be left out. */
  isArray: boolean;
  /** Returns false to end the reading. */
  onRecord: (record: JsonRecord) => boolean;
  onUnreadable: (unreadable: { line: number; reason: string; text: string }) => void;
  /** Called after each piece of the file. */
  onPiece: () => Promise<void>;
  signal?: AbortSignal | undefined;
};

const atLine = (line: number, error: AppError) =>
  new AppError('validation_failed', `Line ${line}: ${error.message}.`, { cause: error });

function createSplitter(reader: RecordReader): Splitter & { done: () => boolean } {
  let done = false;
  const take = (text: string, line: number) => {
    if (done) return;
    try {
      if (!reader.onRecord(parseRecord(text))) done = true;
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
  source: Utf8Source,
  reader: RecordReader,
): Promise<{ kind: 'read'; lines: number } | NotUtf8> {
  const splitter = createSplitter(reader);
  const invalid = await readUtf8Text(source, {
    signal: reader.signal,
    take: async (text) => {
      splitter.push(text);
      await reader.onPiece();
      return !splitter.done();
    },
  });
  if (invalid !== null) return invalid;
  if (!splitter.done()) {
    splitter.end();
    await reader.onPiece();
  }
  return { kind: 'read', lines: splitter.lines() };
}
