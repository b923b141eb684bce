import type { ColumnForm } from '../column-layout.ts';

/** Form of a column: how its values are written, and what a value looks like. */
export type KnownForm = {
  name: string;
  /** Detected kind; numbers and times also have a range. */
  kind: ColumnForm['kind'];
  header: string;
  like: RegExp;
  /** Word of missing values, in every seventh row; empty fields if absent. */
  missing?: string;
  text: (random: () => number) => string;
};

type Random = () => number;

const below = (random: Random, count: number) => Math.floor(random() * count);
const pad = (value: number, width = 2) => String(value).padStart(width, '0');
const digits = (random: Random, count: number) =>
  Array.from({ length: count }, () => below(random, 10)).join('');
const pick = <Item>(random: Random, items: readonly Item[]) => items[below(random, items.length)]!;

const DAY = 86_400_000;
const moment = (random: Random, from: number, to: number) =>
  new Date(Date.UTC(from, 0, 1) + Math.floor(random() * (to - from) * 365.25 * DAY));

type Parts = Record<'y' | 'yy' | 'm' | 'd' | 'h' | 'i' | 's' | 'ms', string> & { at: Date };

const partsOf = (at: Date): Parts => ({
  at,
  y: String(at.getUTCFullYear()),
  yy: pad(at.getUTCFullYear() % 100),
  m: pad(at.getUTCMonth() + 1),
  d: pad(at.getUTCDate()),
  h: pad(at.getUTCHours()),
  i: pad(at.getUTCMinutes()),
  s: pad(at.getUTCSeconds()),
  ms: pad(at.getUTCMilliseconds(), 3),
});

const time = (
  name: string,
  like: RegExp,
  write: (parts: Parts) => string,
  options: { header?: string; missing?: string; years?: [number, number] } = {},
): KnownForm => ({
  name,
  kind: 'datetime',
  header: options.header ?? 'booked at',
  like,
  ...(options.missing !== undefined && { missing: options.missing }),
  text: (random) => write(partsOf(moment(random, ...(options.years ?? [2019, 2024])))),
});

const amount = (random: Random) => Math.round(Math.exp(2 + 6 * random()) * 100) / 100;

const number = (
  name: string,
  like: RegExp,
  write: (value: number, random: Random) => string,
  options: { header?: string; missing?: string } = {},
): KnownForm => ({
  name,
  kind: 'number',
  header: options.header ?? 'amount',
  like,
  ...(options.missing !== undefined && { missing: options.missing }),
  text: (random) => write(amount(random), random),
});

const code = (
  name: string,
  header: string,
  like: RegExp,
  text: (random: Random) => string,
  kind: ColumnForm['kind'] = 'code',
): KnownForm => ({ name, kind, header, like, text, ...(kind === 'code' && { missing: 'NA' }) });

const money = (value: number, mark: string, group: string) => {
  const [whole = '', cents = ''] = value.toFixed(2).split('.');
  return `${whole.replace(/\B(?=(\d{3})+$)/g, group)}${mark}${cents}`;
};

const indian = (value: number) => {
  const [whole = '', cents = ''] = (value * 1000).toFixed(2).split('.');
  return `${whole.replace(/(\d)(?=(\d\d)+\d{3}$)/g, '$1,').replace(/(\d)(\d{3})$/, '$1,$2')}.${cents}`;
};

const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');
const GERMAN = 'Januar|Februar|März|April|Mai|Juni|Juli|August|September|Oktober|November|Dezember';
const WEEKDAYS = 'Sun Mon Tue Wed Thu Fri Sat'.split(' ');

/** A shop's places: 40 coordinates around Sydney. */
const place = (random: Random) => {
  const spot = below(random, 40);
  return [(150.8 + ((spot * 37) % 40) / 50).toFixed(2), (-34 + ((spot * 17) % 40) / 90).toFixed(2)];
};

const days = (at: Date, first: number) => String(Math.round((+at - first) / DAY));

const TIMES: readonly KnownForm[] = [
  time('ISO date', /^\d{4}-\d\d-\d\d$/, ({ y, m, d }) => `${y}-${m}-${d}`),
  time(
    'date and time with T',
    /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/,
    ({ y, m, d, h, i, s }) => `${y}-${m}-${d}T${h}:${i}:${s}`,
  ),
  time('UTC', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/, ({ at }) => `${at.toISOString().slice(0, 19)}Z`),
  time('milliseconds', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/, ({ at }) => at.toISOString()),
  time(
    'milliseconds, always 000',
    /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.000$/,
    ({ y, m, d, h, i, s }) => `${y}-${m}-${d} ${h}:${i}:${s}.000`,
  ),
  time('offset without colon', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+0000$/, ({ at }) =>
    at.toISOString().replace('Z', '+0000'),
  ),
  time(
    'offset',
    /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+02:00$/,
    ({ at }) => `${at.toISOString().slice(0, 19)}+02:00`,
  ),
  time(
    'PostgreSQL',
    /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\+00$/,
    ({ y, m, d, h, i, s }) => `${y}-${m}-${d} ${h}:${i}:${s}+00`,
  ),
  time(
    'six decimals',
    /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}$/,
    ({ at }) => `${at.toISOString().slice(0, 23)}000`,
  ),
  time(
    'to the minute',
    /^\d{4}-\d\d-\d\d \d\d:\d\d$/,
    ({ y, m, d, h, i }) => `${y}-${m}-${d} ${h}:${i}`,
  ),
  time('day first', /^\d\d\/\d\d\/20\d\d$/, ({ y, m, d }) => `${d}/${m}/${y}`),
  time(
    'month first, 12 hours',
    /^\d\d\/\d\d\/20\d\d \d\d:\d\d:\d\d [AP]M$/,
    ({ y, m, d, at, i, s }) =>
      `${m}/${d}/${y} ${pad(at.getUTCHours() % 12 || 12)}:${i}:${s} ${at.getUTCHours() < 12 ? 'AM' : 'PM'}`,
  ),
  time('German', /^\d\d\.\d\d\.20\d\d$/, ({ y, m, d }) => `${d}.${m}.${y}`, { missing: '?' }),
  time(
    'short',
    /^\d{1,2}\/\d{1,2}\/\d\d$/,
    ({ at, yy }) => `${at.getUTCMonth() + 1}/${at.getUTCDate()}/${yy}`,
  ),
  time('compact', /^20\d{6}$/, ({ y, m, d }) => `${y}${m}${d}`, { missing: 'NULL' }),
  time('compact to the second', /^20\d{12}$/, ({ y, m, d, h, i, s }) => `${y}${m}${d}${h}${i}${s}`),
  time(
    'compact date and time',
    /^20\d{6} \d\d:\d\d:\d\d$/,
    ({ y, m, d, h, i, s }) => `${y}${m}${d} ${h}:${i}:${s}`,
  ),
  time('compact ISO', /^20\d{6}T\d{6}Z$/, ({ y, m, d, h, i, s }) => `${y}${m}${d}T${h}${i}${s}Z`),
  time('%y%m%d %H:%M:%S', /^9[3-8]\d{4} 00:00:00$/, ({ yy, m, d }) => `${yy}${m}${d} 00:00:00`, {
    header: 'issued',
    missing: '?',
    years: [1993, 1998],
  }),
  time(
    'month name',
    /^\d\d-[A-Z][a-z]{2}-20\d\d$/,
    ({ at, y, d }) => `${d}-${MONTHS[at.getUTCMonth()]}-${y}`,
  ),
  time(
    'month name in capitals',
    /^\d\d-[A-Z]{3}-\d\d$/,
    ({ at, yy, d }) => `${d}-${MONTHS[at.getUTCMonth()]!.toUpperCase()}-${yy}`,
  ),
  time(
    'German month',
    RegExp(`^\\d\\d?\\. (${GERMAN}) 20\\d\\d$`),
    ({ at, y }) => `${at.getUTCDate()}. ${GERMAN.split('|')[at.getUTCMonth()]} ${y}`,
  ),
  time(
    'weekday first',
    RegExp(`^(${WEEKDAYS.join('|')}) \\d\\d/\\d\\d/20\\d\\d$`),
    ({ at, y, m, d }) => `${WEEKDAYS[at.getUTCDay()]} ${d}/${m}/${y}`,
  ),
  time('seconds since 1970', /^1[5-7]\d{8}$/, ({ at }) => String(Math.floor(+at / 1000)), {
    header: 'ts',
  }),
  time('milliseconds since 1970', /^1[5-7]\d{11}$/, ({ at }) => String(+at), { header: 'v' }),
  time('days since 1900', /^4[345]\d{3}$/, ({ at }) => days(at, Date.UTC(1899, 11, 30)), {
    header: 'Maturity Date',
  }),
  time('days since 1960', /^1[45]\d{3}$/, ({ at }) => days(at, Date.UTC(1960, 0, 1)), {
    header: 'ApprovalDate',
    missing: '.',
    years: [1999, 2003],
  }),
  time('time of day', /^\d\d:\d\d:\d\d$/, ({ h, i, s }) => `${h}:${i}:${s}`),
  time('month', /^20\d\d-\d\d$/, ({ y, m }) => `${y}-${m}`),
  time(
    'quarter',
    /^20\d\d-Q[1-4]$/,
    ({ at, y }) => `${y}-Q${Math.ceil((at.getUTCMonth() + 1) / 3)}`,
  ),
];

const NUMBERS: readonly KnownForm[] = [
  number('plain', /^-?\d+\.\d\d$/, (value) => (value - 20).toFixed(2), { missing: 'NA' }),
  number('whole', /^\d+$/, (value) => value.toFixed(0), { missing: '?' }),
  number('comma', /^\d+,\d\d$/, (value) => money(value, ',', '')),
  number('thousands', /^\d{1,3}(,\d{3})*\.\d\d$/, (value) => money(value, '.', ','), {
    missing: '-',
  }),
  number('thousands by point', /^\d{1,3}(\.\d{3})*,\d\d$/, (value) => money(value, ',', '.')),
  number('thousands by apostrophe', /^\d{1,3}('\d{3})*\.\d\d$/, (value) => money(value, '.', "'")),
  number('thousands by blank', /^\d{1,3}( \d{3})*,\d\d$/, (value) => money(value, ',', ' ')),
  number('Indian', /^\d{1,3}$|^\d{1,2}(,\d\d)*,\d{3}\.\d\d$/, indian),
  number(
    'dollar',
    /^-?\$\d{1,3}(,\d{3})*\.\d\d$/,
    (value, random) => `${random() < 0.4 ? '-' : ''}$${money(value, '.', ',')}`,
  ),
  number('euro behind', /^\d{1,3}(\.\d{3})*,\d\d €$/, (value) => `${money(value, ',', '.')} €`),
  number('code before', /^EUR \d+\.\d\d$/, (value) => `EUR ${value.toFixed(2)}`),
  number('parentheses', /^(\d+\.\d\d|\(\d+\.\d\d\))$/, (value, random) =>
    random() < 0.4 ? `(${value.toFixed(2)})` : value.toFixed(2),
  ),
  number(
    'minus behind',
    /^\d+\.\d\d-?$/,
    (value, random) => value.toFixed(2) + (random() < 0.4 ? '-' : ''),
  ),
  number(
    'CR and DR',
    /^\d+\.\d\d (CR|DR)$/,
    (value, random) => `${value.toFixed(2)} ${random() < 0.4 ? 'DR' : 'CR'}`,
  ),
  number('percent', /^\d{1,2}\.\d\d %$/, (_, random) => `${(20 * random()).toFixed(2)} %`, {
    header: 'rate',
  }),
];

const CODES: readonly KnownForm[] = [
  code(
    'number in scientific notation that names something',
    'reference',
    /^[1-9]\.\d{1,5}E\+18$/,
    (random) => `${(1 + 8.9 * random()).toFixed(5).replace(/0+$/, '').replace(/\.$/, '.1')}E+18`,
  ),
  code(
    'longitude and latitude',
    'long_lat',
    /^15[01]\.\d\d -3[34]\.\d\d$/,
    (random) => place(random).join(' '),
    'pair',
  ),
  code(
    'latitude, longitude',
    'location',
    /^\(-3[34]\.\d\d, 15[01]\.\d\d\)$/,
    (random) => `(${place(random).toReversed().join(', ')})`,
    'pair',
  ),
  code('prefix and number', 'account_id', /^ACC-\d{6}$/, (random) => `ACC-${digits(random, 6)}`),
  code(
    'leading zeros',
    'branch',
    /^0\d{4}$/,
    (random) => `0${pick(random, ['0012', '0314', '1200', '4711'])}`,
  ),
  code('more than 15 digits', 'reference', /^\d{20}$/, (random) => digits(random, 20)),
  code(
    'UUID',
    'id',
    /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}$/,
    (random) =>
      `${pad(below(random, 2 ** 32), 8).slice(0, 8)}-${digits(random, 4)}-4${digits(random, 3)}`,
  ),
  code(
    'yes and no',
    'active',
    /^(Yes|No)$/,
    (random) => (random() < 0.7 ? 'Yes' : 'No'),
    'boolean',
  ),
  code('Y and N', 'flag', /^[YN]$/, (random) => (random() < 0.7 ? 'Y' : 'N'), 'boolean'),
  code(
    'words',
    'segment',
    /^(retail|private|business)$/,
    (random) => pick(random, ['retail', 'private', 'business']),
    'text',
  ),
];

/** 55 forms in which exports write times, numbers and codes. */
export const KNOWN_FORMS: readonly KnownForm[] = [...TIMES, ...NUMBERS, ...CODES];

/** Returns a form's values; missing ones are null, or the form's word for them. */
export function valuesOf(form: KnownForm, rows: number): (string | null)[] {
  let state = 7;
  const random = () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return (state >>> 8) / 2 ** 24;
  };
  return Array.from({ length: rows }, (_, row) => {
    const text = form.text(random);
    return row % 7 === 3 && !/_id|^id/.test(form.header) ? (form.missing ?? null) : text;
  });
}
