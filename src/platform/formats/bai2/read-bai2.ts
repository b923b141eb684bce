import type { Collector, FormatReader } from '../model.ts';
import { refuseAt, shown } from '../refuse.ts';
import { readLines } from '../text/read-lines.ts';
import { createBai2File } from './file.ts';
import type { Bai2Record } from './record.ts';

const RECORD = /^(01|02|03|16|49|88|98|99),/;
/** Boundary between records that some banks write on one line. */
const NEXT_RECORD = /\/\s+(?=(?:01|02|03|16|49|88|98|99),)/;
const MAX_UNFINISHED = 10_000;
const MAX_CONTINUED = 1_000_000;

/** Returns true if the record may continue: records end with a slash, text may span lines. */
const isUnfinished = ({ texts }: Bai2Record): boolean => {
  const last = texts.at(-1)!;
  return !last.endsWith('/') && last.length < MAX_UNFINISHED;
};

/** Reads BAI2: cash management reports with groups, accounts and entries. */
export function readBai2(collector: Collector): FormatReader {
  const file = createBai2File(collector);
  let record: Bai2Record | null = null;
  const endRecord = () => {
    if (record !== null) file.take(record);
    record = null;
  };
  const takeOne = (text: string, line: number) => {
    const match = RECORD.exec(text);
    if (match === null && record !== null && isUnfinished(record)) {
      record.texts.push(`${record.texts.pop()} ${text}`);
      return;
    }
    if (match === null) refuseAt({ line, path: null }, `${shown(text)} is not a BAI2 record.`);
    const code = match![1]!;
    if (code !== '88') {
      endRecord();
      record = { code, texts: [text], line };
    } else if (record === null) {
      refuseAt({ line, path: null }, 'continuation (88) without a record.');
    } else {
      record.texts.push(text);
      if (record.texts.length > MAX_CONTINUED / 80)
        refuseAt({ line, path: null }, 'the record is too long.');
    }
  };
  let last = 1;
  return readLines(
    (line, number) => {
      last = number;
      const text = line.trim();
      if (text === '') return;
      const parts = text.split(NEXT_RECORD);
      // The split removed the mark at a record's end.
      for (const [i, part] of parts.entries())
        takeOne(i < parts.length - 1 ? `${part}/` : part, number);
    },
    () => {
      endRecord();
      file.end(last);
    },
  );
}
