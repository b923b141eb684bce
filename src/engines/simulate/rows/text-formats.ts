import { needsQuotes, quoteCsv } from '../../../shared/csv.ts';

export type TextFormat = {
  separator: string;
  lineEnd: '\n' | '\r\n';
  quote: (text: string) => string;
  /** Returns true if all texts whose concatenation is given need no quoting. */
  plain: (texts: string) => boolean;
};

/** RFC 4180; a missing value is an empty field. */
export const csvFormat: TextFormat = {
  separator: ',',
  lineEnd: '\r\n',
  quote: quoteCsv,
  plain: (texts) => !needsQuotes(texts),
};

const ESCAPES: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };

/** PostgreSQL's COPY in text format. */
export const copyFormat: TextFormat = {
  separator: '\t',
  lineEnd: '\n',
  quote: (text) => (text === '' ? '\\N' : text.replace(/[\\\t\n\r]/g, (c) => ESCAPES[c])),
  plain: () => false,
};
