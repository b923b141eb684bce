import { EPOCHS } from './epochs.ts';

/** Date layouts, unambiguous first. D and M also match two digits, so they follow DD and MM. */
export const DAYS: readonly string[] = [
  'YYYY-MM-DD',
  'YYYY/MM/DD',
  'YYYY.MM.DD',
  'YYYY-M-D',
  'YYYY/M/D',
  ...['.', '/', '-', ' '].flatMap((mark) => [
    `DD${mark}MM${mark}YYYY`,
    `D${mark}M${mark}YYYY`,
    `DD${mark}MM${mark}YY`,
    `D${mark}M${mark}YY`,
  ]),
  ...['/', '-', '.'].flatMap((mark) => [
    `MM${mark}DD${mark}YYYY`,
    `M${mark}D${mark}YYYY`,
    `MM${mark}DD${mark}YY`,
    `M${mark}D${mark}YY`,
  ]),
  'YYYY-MM',
  'YYYY/MM',
  'MM/YYYY',
  'MM-YYYY',
  'YYYY-[Q]Q',
  'YYYY[Q]Q',
  'YYYY [Q]Q',
  '[Q]Q YYYY',
  '[Q]Q-YYYY',
  '[Q]Q/YYYY',
];

/** Layouts of digits only, which ordinary numbers match as well. */
export const COMPACT: readonly string[] = [
  'YYYYMMDDHHmmss',
  'YYYYMMDDHHmm',
  'YYYYMMDD',
  'YYMMDD',
  'DDMMYYYY',
  ...Object.keys(EPOCHS),
];

/** Dates of digits only, if a time follows. */
export const DATES_OF_DIGITS: readonly string[] = ['YYYYMMDD', 'YYMMDD', 'DDMMYYYY'];

const DATES_OF_NAMES = ['DD', 'D'];
const YEARS = ['YYYY', 'YY'];

export const NAMED: readonly string[] = [
  ...YEARS.flatMap((year) =>
    DATES_OF_NAMES.flatMap((day) => [
      ...['-', ' ', '/', '.', '', '. '].map(
        (mark) => `${day}${mark}MMM${mark === '. ' ? ' ' : mark}${year}`,
      ),
      `${day} [de] MMM [de] ${year}`,
      `${day}. MMM. ${year}`,
      `${day} MMM, ${year}`,
      `MMM ${day}, ${year}`,
      `MMM ${day} ${year}`,
      `MMM-${day}-${year}`,
    ]),
  ),
  'YYYY-MMM-DD',
  'YYYY MMM DD',
  'MMM YYYY',
  'MMM-YYYY',
  'MMM-YY',
  'MMM YY',
  'MMM [de] YYYY',
];

const FRACTIONS = Array.from({ length: 9 }, (_, i) => 'S'.repeat(i + 1));

export const CLOCKS: readonly string[] = [
  'HH:mm:ss',
  'HH:mm',
  ...FRACTIONS.map((digits) => `HH:mm:ss.${digits}`),
  'HH:mm:ssF',
  'HH:mm:ss,SSS',
  ...['hh', 'h'].flatMap((hour) =>
    [':mm:ss', ':mm', ''].flatMap((rest) =>
      [' A', 'A', ' a', 'a'].map((half) => `${hour}${rest}${half}`),
    ),
  ),
  'H:mm:ss',
  'H:mm',
  'HH.mm.ss',
  'HH.mm.ss.SSSSSS',
  'HH.mm',
  'HHmmss',
];

export const JOINTS: readonly string[] = [' ', 'T', ', ', ' - ', '-', '_', '  '];

/** Time zones after a time; literal words mean UTC. */
export const ZONES: readonly string[] = [
  '',
  'Z',
  '+hh:mm',
  '+hhmm',
  '+hh',
  ' +hh:mm',
  ' +hhmm',
  ' +hh',
  '[ UTC]',
  '[ GMT]',
];

export const AFTER_WEEKDAY: readonly string[] = [' ', ', ', '. ', ','];
