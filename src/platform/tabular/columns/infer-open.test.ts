import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { streamFor } from '../../../engines/random/stream.ts';
import { openChoices } from '../../../shared/layouts/infer-forms.ts';
import { scanDelimited } from '../delimited/scan-delimited.ts';
import { withSharedDuckDb } from '../duckdb.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'open-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const ROWS = 120;
type Cell = (row: number) => string;
type Columns = Record<string, Cell>;
const two = (n: number) => String(n).padStart(2, '0');
const random = streamFor(41n, 0, 1);
const draws = Array.from({ length: 60 }, () =>
  Array.from({ length: ROWS }, () => random.below(1_000_000)),
);
let column = 0;
/** Returns a column of numbers below `end`, the same for each call of a row. */
function drawn(end: number): (row: number) => number {
  const own = draws[column++ % draws.length]!;
  return (row) => own[row]! % end;
}

type Style = (day: number, month: number, year: number) => string;
const DMY: Style = (d, m, y) => `${two(d)}/${two(m)}/${y}`;
const MDY: Style = (d, m, y) => `${two(m)}/${two(d)}/${y}`;

const dots =
  (style: Style): Style =>
  (...date) =>
    style(...date).replaceAll('/', '.');
const short: Style = (d, m, y) => `${two(d)}/${two(m)}/${two(y % 100)}`;

/** Dates that fit both orders: days and months of 1 to 12. */
function open(style: Style): Cell {
  const [day, month, year] = [drawn(12), drawn(12), drawn(5)];
  return (row) => style(1 + day(row), 1 + month(row), 2018 + year(row));
}
/** Dates of which some have a day above 12. */
function clear(style: Style): Cell {
  const [day, month] = [drawn(28), drawn(12)];
  return (row) => style(1 + day(row), 1 + month(row), 2021);
}
function ruled(style: Style, obeys: (date: Date) => boolean): Cell {
  const days: Date[] = [];
  for (let time = Date.UTC(2015, 0, 1); days.length < 400; time += 86_400_000) {
    const date = new Date(time);
    if (date.getUTCDate() <= 12 && obeys(date)) days.push(date);
  }
  const pick = drawn(days.length);
  return (row) => {
    const date = days[pick(row)]!;
    return style(date.getUTCDate(), date.getUTCMonth() + 1, date.getUTCFullYear());
  };
}
const isFirst = (date: Date) => date.getUTCDate() === 1;
const isWeekday = (date: Date) => date.getUTCDay() % 6 !== 0;
function thousands(mark: string): Cell {
  const n = drawn(8_000);
  return (row) => `${1 + (n(row) % 9)}${mark}${100 + (n(row) % 900)}`;
}
function cents(mark: string): Cell {
  const n = drawn(90_000);
  return (row) => `${1000 + n(row)}${mark}${two(n(row) % 100)}`;
}
const text: Cell = (row) => `note ${row}`;

async function scan(columns: Columns) {
  const names = Object.keys(columns);
  const lines = Array.from({ length: ROWS }, (_, row) =>
    names.map((name) => columns[name]!(row)).join(';'),
  );
  const path = join(folder, 'file.csv');
  writeFileSync(path, `${[names.join(';'), ...lines].join('\n')}\n`);
  const parquetPath = join(folder, 'rows.parquet');
  const { columns: layouts } = await withSharedDuckDb({ path, folder }, () =>
    scanDelimited(path, { parquetPath }),
  );
  return layouts;
}

/** Files: their columns, and the readings of the open ones; null stays a question. */
const FILES: readonly [name: string, () => Columns, Record<string, string | null>][] = [
  ['one open date', () => ({ text, a: open(DMY) }), { a: null }],
  ['two open dates', () => ({ a: open(DMY), b: open(MDY), text }), { a: null, b: null }],
  ['a later column proves', () => ({ a: open(DMY), b: clear(DMY) }), { a: 'DD/MM/YYYY' }],
  ['an earlier column proves', () => ({ b: clear(MDY), a: open(MDY) }), { a: 'MM/DD/YYYY' }],
  [
    'one proves for several',
    () => ({ a: open(MDY), b: clear(MDY), c: open(MDY) }),
    { a: 'MM/DD/YYYY', c: 'MM/DD/YYYY' },
  ],
  [
    'opposite proofs',
    () => ({ a: clear(MDY), b: clear(DMY), c: open(MDY) }),
    { a: 'MM/DD/YYYY', b: 'DD/MM/YYYY', c: null },
  ],
  [
    'year first proves nothing',
    () => ({ a: clear((d, m, y) => `${y}-${two(m)}-${two(d)}`), b: open(DMY) }),
    { b: null },
  ],
  [
    'another separator proves',
    () => ({ a: clear((d, m, y) => `${two(d)}.${two(m)}.${y}`), b: open(DMY) }),
    { b: 'DD/MM/YYYY' },
  ],
  ['dots', () => ({ a: open(dots(DMY)), text }), { a: 'DD.MM.YYYY' }],
  ['dots, short years', () => ({ a: open(dots(short)), text }), { a: 'DD.MM.YY' }],
  ['dots after a month', () => ({ a: clear(dots(MDY)), text }), { a: 'MM.DD.YYYY' }],
  [
    'the calendar of one settles another',
    () => ({ a: ruled(MDY, isFirst), b: open(MDY) }),
    { a: 'MM/DD/YYYY', b: 'MM/DD/YYYY' },
  ],
  [
    'calendars that contradict each other settle no other',
    () => ({ a: ruled(MDY, isFirst), b: ruled(DMY, isFirst), c: open(MDY) }),
    { a: 'MM/DD/YYYY', b: 'DD/MM/YYYY', c: null },
  ],
  [
    'dots beside a month first',
    () => ({ a: open(dots(DMY)), b: clear(MDY) }),
    { a: null, b: 'MM/DD/YYYY' },
  ],
  ['firsts of months', () => ({ a: ruled(MDY, isFirst), text }), { a: 'MM/DD/YYYY' }],
  ['firsts, day first', () => ({ a: ruled(DMY, isFirst), text }), { a: 'DD/MM/YYYY' }],
  ['business days', () => ({ a: ruled(MDY, isWeekday), text }), { a: 'MM/DD/YYYY' }],
  ['business days, day first', () => ({ a: ruled(DMY, isWeekday), text }), { a: 'DD/MM/YYYY' }],
  [
    'days 1 to 12 of one January',
    () => {
      const day = drawn(12);
      return { a: (row) => MDY(1 + day(row), 1, 2024), text };
    },
    { a: null },
  ],
  [
    'a rule of few rows',
    () => ({ a: (row) => (row < 40 ? MDY(1, 1 + (row % 12), 2010 + row) : ''), text }),
    { a: null },
  ],
  ['thousands or decimals', () => ({ a: thousands('.'), text }), { a: null }],
  ['a decimal point proves', () => ({ a: thousands('.'), b: cents('.') }), { a: '.' }],
  ['a decimal comma proves', () => ({ a: thousands('.'), b: cents(',') }), { a: ',' }],
  ['commas and a point', () => ({ a: thousands(','), b: cents('.') }), { a: '.' }],
  [
    'a decimal sign proves no date',
    () => ({ a: open(DMY), b: cents(','), c: thousands('.') }),
    { a: null, c: ',' },
  ],
  [
    'opposite decimal signs',
    () => ({ a: cents('.'), b: cents(','), c: thousands('.') }),
    { a: '.', b: ',', c: null },
  ],
];

test.each(FILES)('%s', async (_, make, readings) => {
  const layouts = await scan(make());
  const found = Object.fromEntries(
    layouts
      .filter(({ name }) => name in readings)
      .map(({ name, form, ambiguous }) => {
        if (ambiguous) return [name, null];
        return [
          name,
          form.kind === 'datetime'
            ? form.pattern
            : form.kind === 'number'
              ? form.decimalMark
              : form.kind,
        ];
      }),
  );
  expect(found).toEqual(readings);
  expect(openChoices(layouts).map((choice) => choice.column)).toEqual(
    Object.keys(readings).filter((name) => readings[name] === null),
  );
  for (const { alternatives, inferred, notices } of layouts)
    if (inferred !== undefined) {
      expect(notices).toContain(inferred);
      expect(inferred).toMatch(/^Read as .+, inferred from (column |the calendar: |the dots: )/);
      expect(alternatives.length).toBeGreaterThan(0);
    }
});
