import { needsQuotes, quoteCsv } from '../../../shared/csv.ts';

/** How a text format writes a value, what stands between values, and how a row ends. */
export type TextFormat = {
  separator: string;
  lineEnd: '\n' | '\r\n';
  quote: (text: string) => string;
  /** Whether texts that together make up this one are all written as they are. */
  plain: (texts: string) => boolean;
};

/** RFC 4180; an empty value is nothing between two commas. */
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
