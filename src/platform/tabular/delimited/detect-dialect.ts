import { DELIMITERS, type Delimiter, type Dialect } from './dialect.ts';
import { findTable } from './find-table.ts';
import { type SampleRecord, sampleRecords } from './sample-records.ts';

type Scored = { dialect: Dialect; fields: number; share: number; faults: number };

function score(sample: Uint8Array, whole: boolean, dialect: Dialect): Scored {
  const records = sampleRecords(sample, dialect, whole);
  const fields = records[findTable(records)]?.values.length ?? 1;
  const fits = (record: SampleRecord) => !record.faulty && record.values.length === fields;
  return {
    dialect,
    fields,
    share: records.length === 0 ? 0 : records.filter(fits).length / records.length,
    faults: records.filter((record) => record.faulty).length,
  };
}

/** Returns true if values are in single quotes next to delimiters and no double quote occurs. */
function usesSingleQuotes(text: string, delimiter: string): boolean {
  if (text.includes('"')) return false;
  const lines = text.split(/\r\n|\n|\r/).slice(1, -1);
  if (lines.length === 0) return false;
  const quoted = lines.filter((line) =>
    line.split(delimiter).some((value) => /^'.*'$/.test(value) && value.length > 1),
  );
  return quoted.length >= lines.length / 2;
}

function statedDelimiter(text: string): Delimiter | undefined {
  const stated = /^"?sep=(.)"?\r?\n/i.exec(text)?.[1];
  return DELIMITERS.find((delimiter) => delimiter === stated);
}

/**
 * Chooses the delimiter under which the most records have the width of the table's first record,
 * which must exceed one. A file without any delimiter has one column.
 */
export function detectDialect(sample: Uint8Array, whole: boolean): Dialect {
  const text = Buffer.from(sample).toString('utf8');
  const stated = statedDelimiter(text);
  const candidates = (stated ? [stated] : DELIMITERS)
    .map((delimiter) => score(sample, whole, { delimiter, quote: '"', escape: 'double' }))
    .filter((candidate) => candidate.fields > 1);
  candidates.sort((a, b) => b.share - a.share || b.fields - a.fields);
  // A delimiter in every record may still be part of the right one's values.
  const best = candidates[0];
  if (best === undefined) return { delimiter: ',', quote: '"', escape: 'double' };
  const { dialect } = best;
  if (usesSingleQuotes(text, dialect.delimiter)) return { ...dialect, quote: "'" };
  if (best.faults > 0 && text.includes('\\"')) {
    const escaped = score(sample, whole, { ...dialect, escape: 'backslash' });
    if (escaped.faults < best.faults) return escaped.dialect;
  }
  return dialect;
}
