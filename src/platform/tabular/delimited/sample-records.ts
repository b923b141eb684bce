import type { Dialect } from './dialect.ts';
import { valuesOf } from './plain-rows.ts';
import { createRecordReader, nextLine, singleLinesBehind } from './read-record.ts';

export type SampleRecord = {
  /** Byte offset in the sample, and line from 1. */
  start: number;
  line: number;
  lines: number;
  values: (string | null)[];
  faulty: boolean;
  beforeBlank: boolean;
};

/** Returns a sample's records without blank lines and without a possibly truncated last one. */
export function sampleRecords(
  sample: Uint8Array,
  dialect: Dialect,
  whole: boolean,
): SampleRecord[] {
  const reader = createRecordReader(dialect, 0);
  const out = Buffer.alloc(2 * sample.length + 2);
  const input = { bytes: sample, from: 0, to: sample.length, final: whole, out, at: 0 };
  const records: SampleRecord[] = [];
  let singleLinesTo = 0;
  for (let line = 1; input.from < sample.length; ) {
    if (!reader.read({ ...input, singleLine: input.from < singleLinesTo })) break;
    const { record } = reader;
    const faulty = record.fault !== null;
    if (faulty && record.lines > 1) singleLinesTo = singleLinesBehind(record);
    const next = faulty ? nextLine(sample, input.from, sample.length, whole) : record.next;
    if (next < 0) break;
    const lines = faulty ? 1 : record.lines;
    if (record.blank) {
      const before = records.at(-1);
      if (before) before.beforeBlank = true;
    } else {
      const values = faulty ? [] : valuesOf(out.subarray(0, record.outEnd));
      records.push({ start: input.from, line, lines, values, faulty, beforeBlank: false });
    }
    line += lines;
    input.from = next;
  }
  return records;
}
