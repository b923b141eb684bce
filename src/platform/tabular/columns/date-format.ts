/** Layouts of dates and times that are recognized, the unmistakable ones first. */
export const DATE_FORMATS = [
  'YYYY-MM-DD',
  'YYYY/MM/DD',
  'DD.MM.YYYY',
  'DD-MM-YYYY',
  'DD/MM/YYYY',
  'MM/DD/YYYY',
  'D.M.YYYY',
  'D/M/YYYY',
  'M/D/YYYY',
  'YYYYMMDD',
  'YYMMDD',
] as const;

export const TIMESTAMP_FORMATS = [
  'YYYY-MM-DD HH:mm',
  'YYYY-MM-DD HH:mm:ss',
  'YYYY-MM-DD HH:mm:ss.SSS',
  'YYYY-MM-DD HH:mm:ss.SSSSSS',
  'YYYY-MM-DDTHH:mm',
  'YYYY-MM-DDTHH:mm:ss',
  'YYYY-MM-DDTHH:mm:ss.SSS',
  'YYYY-MM-DDTHH:mm:ss.SSSSSS',
  'YYYY-MM-DDTHH:mm:ssZ',
  'YYYY-MM-DDTHH:mm:ss.SSSZ',
  'YYYY-MM-DDTHH:mm:ss.SSSSSSZ',
  'YYYY-MM-DDTHH:mm:ss+00:00',
  'YYYY-MM-DD HH:mm:ss+00:00',
  'DD.MM.YYYY HH:mm',
  'DD.MM.YYYY HH:mm:ss',
  'DD/MM/YYYY HH:mm',
  'DD/MM/YYYY HH:mm:ss',
  'MM/DD/YYYY HH:mm',
  'MM/DD/YYYY HH:mm:ss',
] as const;

export type DateFormat = (typeof DATE_FORMATS)[number];
export type TimestampFormat = (typeof TIMESTAMP_FORMATS)[number];

const TOKENS = /YYYY|YY|MM|DD|HH|mm|ss|SSSSSS|SSS|\+00:00|M|D/g;

const PATTERN: Record<string, string> = {
  YYYY: '(1[6-9]|2[0-9])[0-9]{2}',
  YY: '[0-9]{2}',
  MM: '(0[1-9]|1[0-2])',
  DD: '(0[1-9]|[12][0-9]|3[01])',
  M: '(0?[1-9]|1[0-2])',
  D: '(0?[1-9]|[12][0-9]|3[01])',
  HH: '([01][0-9]|2[0-3])',
  mm: '[0-5][0-9]',
  ss: '[0-5][0-9]',
  SSS: '[0-9]{3}',
  SSSSSS: '[0-9]{6}',
  '+00:00': '[+-]([01][0-9]|2[0-3]):?[0-5][0-9]',
};

const STRPTIME: Record<string, string> = {
  YYYY: '%Y',
  YY: '%y',
  MM: '%m',
  DD: '%d',
  M: '%m',
  D: '%d',
};

/** A regular expression for the layout, in the language that DuckDB and JavaScript share. */
export function datePattern(format: DateFormat | TimestampFormat): string {
  let pattern = '';
  let at = 0;
  for (const match of format.matchAll(TOKENS)) {
    pattern += format.slice(at, match.index).replaceAll('.', '\\.') + PATTERN[match[0]];
    at = match.index + match[0].length;
  }
  return pattern + format.slice(at).replaceAll('.', '\\.');
}

/** The layout's day as DuckDB's strptime writes it; what follows the day its pattern has checked. */
export function dayFormat(format: DateFormat | TimestampFormat): string {
  const day = format.split(/[ T]/)[0]!;
  return day.replaceAll(TOKENS, (token) => STRPTIME[token] ?? token);
}

/**
 * Milliseconds of the text's day, NaN where there is no such day: the pattern only knows that months
 * have up to 31. Two digits of a year are 1969 to 2068, as in POSIX.
 */
export function dayOf(text: string, format: DateFormat | TimestampFormat): number {
  const day = format.split(/[ T]/)[0]!;
  const written = text.split(/[ T]/)[0]!;
  const tokens = [...day.matchAll(TOKENS)].map((match) => match[0]);
  const parts = /[-/.]/.test(day)
    ? written.split(/[-/.]/)
    : [written.slice(0, -4), written.slice(-4, -2), written.slice(-2)];
  const part = (letter: string) => Number(parts[tokens.findIndex((token) => token[0] === letter)]);
  const month = part('M') - 1;
  let year = part('Y');
  if (tokens.includes('YY')) year += year < 69 ? 2000 : 1900;
  const date = new Date(Date.UTC(year, month, part('D')));
  const exists = date.getUTCMonth() === month && date.getUTCDate() === part('D');
  return exists ? date.getTime() : Number.NaN;
}
