import type { Collector, FormatReader } from '../model.ts';
import { refuseAt } from '../refuse.ts';
import { readLines } from '../text/read-lines.ts';
import { createNachaFile } from './file.ts';

const LENGTH = 94;

/** Reads Nacha ACH files: records of 94 characters, with or without line ends. */
export function readNacha(collector: Collector): FormatReader {
  const file = createNachaFile(collector);
  const takeRecord = (record: string, line: number) => file.take(record.padEnd(LENGTH, ' '), line);
  return readLines(
    (line, number) => {
      if (line.trim() === '') return;
      const text = line.length > LENGTH ? line.trimEnd() : line;
      if (text.length <= LENGTH) return takeRecord(text, number);
      // Without line ends the file is one line; places count records.
      const records = Math.ceil(text.length / LENGTH);
      if (number > 1 || (text.length % LENGTH !== 0 && !text.startsWith('101')))
        refuseAt(
          { line: number, path: null },
          `the record has ${text.length} characters, not ${LENGTH}.`,
        );
      for (let i = 0; i < records; i++) takeRecord(text.slice(i * LENGTH, (i + 1) * LENGTH), i + 1);
    },
    () => file.end(),
  );
}
