import type { CsvDialect } from '../../../shared/csv.ts';
import type { Dialect } from './dialect.ts';
import type { SampleRecord } from './sample-records.ts';

/** Spelling of a file beyond its rows, for writing another in the same style. */
export type FileStyle = Omit<CsvDialect, 'encoding' | 'delimiter'>;

const LOOKED_AT = 50;

/** Splits a line at unquoted delimiters and retains quotes. */
function rawFields(line: string, { delimiter, quote }: Dialect): string[] {
  const fields: string[] = [];
  let start = 0;
  let quoted = false;
  for (let i = 0; i <= line.length; i++) {
    if (i === start) quoted = line[i] === quote;
    else if (quoted && line[i] === quote) quoted = false;
    else if (!quoted && line[i] === quote && line[i - 1] === quote) quoted = true;
    if (i === line.length || (!quoted && line[i] === delimiter)) {
      fields.push(line.slice(start, i));
      start = i + 1;
    }
  }
  return fields;
}

function alwaysQuoted(lines: readonly string[], columns: number, dialect: Dialect): number[] {
  const { quote } = dialect;
  const parted = lines
    .map((line) => rawFields(line, dialect))
    .filter((parts) => parts.length === columns);
  if (parted.length === 0) return [];
  const isQuoted = (text: string) =>
    text.length > 1 && text.startsWith(quote) && text.endsWith(quote);
  return Array.from({ length: columns }, (_, i) => i).filter((i) =>
    parted.every((parts) => isQuoted(parts[i]!)),
  );
}

export function styleOf(
  sample: Uint8Array,
  table: readonly SampleRecord[],
  {
    dialect,
    header,
    columns,
    byteOrderMark,
  }: { dialect: Dialect; header: boolean; columns: number; byteOrderMark: boolean },
): FileStyle {
  const texts = table.slice(0, LOOKED_AT + 1).map(({ start, lines }) =>
    Buffer.from(sample.subarray(start))
      .toString('utf8', 0, 20_000)
      .split(/\r\n|\n|\r/, lines)
      .join('\n'),
  );
  return {
    byteOrderMark,
    quote: dialect.quote,
    lineEnd: Buffer.from(sample).includes('\r\n') ? '\r\n' : '\n',
    quotedColumns: alwaysQuoted(texts.slice(header ? 1 : 0, LOOKED_AT), columns, dialect),
    headerLine: header ? (texts[0] ?? null) : null,
  };
}
