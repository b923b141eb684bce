import { DELIMITERS, type Dialect } from './dialect.ts';
import { createRecordScanner } from './record-scanner.ts';
import { splitRecord } from './split-record.ts';

type Scored = { dialect: Dialect; fields: number; share: number; faults: number };

/** Records of a sample; the last one, which the sample may have cut, is left out unless it is whole. */
function sampleRecords(
  sample: Uint8Array,
  dialect: Dialect,
  whole: boolean,
): { text: string; fields: number; faulty: boolean }[] {
  const records: { text: string; fields: number; faulty: boolean }[] = [];
  const buffer = Buffer.from(sample.buffer, sample.byteOffset, sample.byteLength);
  let lastEnd = 0;
  const scanner = createRecordScanner(dialect, (start, end, _line, fields, fault) => {
    lastEnd = end;
    if (end === start) return;
    records.push({
      text: buffer.subarray(start, end).toString('utf8'),
      fields,
      faulty: fault !== null,
    });
  });
  scanner.push(sample);
  scanner.end();
  if (!whole && lastEnd === sample.length && records.length > 1) records.pop();
  return records;
}

function score(sample: Uint8Array, whole: boolean, dialect: Dialect): Scored {
  const records = sampleRecords(sample, dialect, whole);
  const fields = records[0]?.fields ?? 1;
  const fitting = records.filter((record) => record.fields === fields && !record.faulty).length;
  return {
    dialect,
    fields,
    share: records.length === 0 ? 0 : fitting / records.length,
    faults: records.filter((record) => record.faulty).length,
  };
}

/** Values in single quotes right between delimiters, and no double quote anywhere. */
function usesSingleQuotes(text: string, delimiter: string): boolean {
  if (text.includes('"')) return false;
  const lines = text.split(/\r\n|\n|\r/).slice(1, -1);
  if (lines.length === 0) return false;
  const quoted = lines.filter((line) =>
    line.split(delimiter).some((value) => /^'.*'$/.test(value) && value.length > 1),
  );
  return quoted.length >= lines.length / 2;
}

/**
 * The delimiter under which the most records have as many values as the first one, more than one value.
 * A file without any of the delimiters has one column.
 */
export function detectDialect(sample: Uint8Array, whole: boolean): Dialect {
  const candidates = DELIMITERS.map((delimiter) =>
    score(sample, whole, { delimiter, quote: '"', escape: 'double' }),
  ).filter((candidate) => candidate.fields > 1);
  candidates.sort((a, b) => b.share - a.share || b.fields - a.fields);
  // A delimiter that stands in every record alike may still stand within the values of the right one.
  const best = candidates[0];
  if (best === undefined) return { delimiter: ',', quote: '"', escape: 'double' };
  const { dialect } = best;
  const text = Buffer.from(sample).toString('utf8');
  if (usesSingleQuotes(text, dialect.delimiter)) return { ...dialect, quote: "'" };
  if (best.faults > 0 && text.includes('\\"')) {
    const escaped = score(sample, whole, { ...dialect, escape: 'backslash' });
    if (escaped.faults < best.faults) return escaped.dialect;
  }
  return dialect;
}

const VALUE_LIKE = /^[+-]?\d[\d .,]*%?$|^\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}([ T].*)?$|^(true|false)$/i;

/** A first record with a number, a date or a truth value in it is data: nobody names columns so. */
export function looksLikeHeader(values: readonly (string | null)[]): boolean {
  return !values.some((value) => value !== null && VALUE_LIKE.test(value.trim()));
}

/** The first record's values, as the file writes them. */
export function firstRecord(
  sample: Uint8Array,
  dialect: Dialect,
  whole: boolean,
): (string | null)[] | null {
  const record = sampleRecords(sample, dialect, whole)[0];
  return record === undefined ? null : splitRecord(record.text, dialect);
}
