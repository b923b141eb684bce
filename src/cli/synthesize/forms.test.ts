import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { longTest } from '../../../test/support/long-test.ts';
import { streamFor } from '../../engines/random/stream.ts';
import { numberForm } from '../../engines/table/columns.fixture.ts';
import { scanDelimited } from '../../platform/tabular/delimited/scan-delimited.ts';
import { synthesize } from '../../product/generation/from-upload/synthesize-thread.ts';
import type { ColumnForm, DatetimeForm, NumberForm } from '../../shared/column-layout.ts';
import { csvRecord } from '../../shared/csv.ts';
import { formOf } from '../../shared/layouts/datetime-candidates.ts';
import { datetimeWriter } from '../../shared/layouts/datetime-writer.ts';
import { formReader } from '../../shared/layouts/form-reader.ts';
import type { NameSet } from '../../shared/layouts/names.ts';
import { numberWriter } from '../../shared/layouts/number-writer.ts';
import { fitCommand } from './fit.ts';
import { sampleCommand } from './sample.ts';

const ROWS = 300;

const time = (pattern: string, names: NameSet | null = null, offset?: number): DatetimeForm => ({
  ...formOf(pattern, {
    names,
    letters: names?.startsWith('en') || names?.startsWith('de') ? 'title' : 'lower',
  }),
  ...(offset !== undefined && { offset }),
});

const TIMES: Record<string, DatetimeForm> = {
  'date ISO': time('YYYY-MM-DD'),
  'date and time T': time('YYYY-MM-DDTHH:mm:ss'),
  'date UTC Z': time('YYYY-MM-DDTHH:mm:ssZ'),
  'date milliseconds Z': time('YYYY-MM-DDTHH:mm:ss.SSSZ'),
  'date timestamptz': time('YYYY-MM-DD HH:mm:ssF+hh'),
  'date with zone': time('YYYY-MM-DD HH:mm:ss+hh:mm'),
  'date offset': time('YYYY-MM-DDTHH:mm:ss+hh:mm', null, 120),
  'date offset without colon': time('YYYY-MM-DDTHH:mm:ss.SSS+hhmm'),
  'date six decimals': time('YYYY-MM-DDTHH:mm:ss.SSSSSS'),
  'date nine decimals': time('YYYY-MM-DD HH:mm:ss.SSSSSSSSS'),
  'date to the minute': time('YYYY-MM-DD HH:mm'),
  'date day first to the minute': time('DD/MM/YYYY HH:mm'),
  'date dashes to the minute': time('DD-MM-YYYY HH:mm'),
  'date month first to the minute': time('MM/DD/YYYY HH:mm'),
  'date 12-hour': time('MM/DD/YYYY hh:mm:ss A'),
  'date 12-hour short': time('M/D/YYYY h:mm a'),
  'date German with seconds': time('DD.MM.YYYY HH:mm:ss'),
  'date day first': time('DD/MM/YYYY'),
  'date month first': time('MM/DD/YYYY'),
  'date German': time('DD.MM.YYYY'),
  'date German short': time('DD.MM.YY'),
  'date dashes': time('DD-MM-YYYY'),
  'date US short': time('M/D/YY'),
  'date day first short': time('D/M/YY'),
  'date slashes, year first': time('YYYY/MM/DD'),
  'date compact': time('YYYYMMDD'),
  'date compact with time': time('YYYYMMDDHHmmss'),
  'date compact, two-digit year': time('YYMMDD'),
  'date month name, dashes': time('DD-MMM-YYYY', 'en-short'),
  'date month name, blanks': time('DD MMM YYYY', 'en-long'),
  'date month name first': time('MMM DD, YYYY', 'en-short'),
  'date German month': time('D. MMM YYYY', 'de-long'),
  'date French month': time('D MMM YYYY', 'fr-short-dot'),
  'date Spanish month': time('D [de] MMM [de] YYYY', 'es-long'),
  'date Italian month': time('D MMM YYYY', 'it-long'),
  'date Dutch month': time('D MMM YYYY', 'nl-long'),
  'date Portuguese month': time('D [de] MMM [de] YYYY', 'pt-long'),
  'date epoch seconds': time('X'),
  'date epoch milliseconds': time('x'),
  'time of day': time('HH:mm:ss'),
  'time to the minute': time('HH:mm'),
  'time before date': time('HH:mm, DD/MM/YYYY'),
  'weekday before date': time('ddd DD/MM/YYYY', 'en-short'),
  'date year and month': time('YYYY-MM'),
  'date quarter': time('YYYY-[Q]Q'),
};

const unit = (text: string, side: 'before' | 'after', gap = ''): Partial<NumberForm> => ({
  unit: { text, side, gap },
});

const MONEY: Record<string, NumberForm> = {
  plain: numberForm(),
  'no decimals': numberForm({ minDecimals: 0, decimals: 0 }),
  comma: numberForm({ decimalMark: ',' }),
  thousands: numberForm({ groupMark: ',' }),
  'thousands dot': numberForm({ decimalMark: ',', groupMark: '.' }),
  'thousands apostrophe': numberForm({ groupMark: "'" }),
  'thousands blank': numberForm({ decimalMark: ',', groupMark: ' ' }),
  'thousands narrow blank': numberForm({ decimalMark: ',', groupMark: '\u202f' }),
  'Indian grouping': numberForm({ groupMark: ',', grouping: 'indian' }),
  dollar: numberForm({ groupMark: ',', ...unit('$', 'before') }),
  'dollar before sign': numberForm({ ...unit('$', 'before'), sign: 'minus-after-unit' }),
  'euro after': numberForm({ decimalMark: ',', groupMark: '.', ...unit('€', 'after', ' ') }),
  'code before': numberForm(unit('EUR', 'before', ' ')),
  'code after': numberForm(unit('USD', 'after', ' ')),
  brackets: numberForm({ sign: 'brackets' }),
  'trailing minus': numberForm({ sign: 'trailing' }),
  'CR and DR': numberForm({ sign: 'words', words: { positive: ' CR', negative: ' DR' } }),
  'plus sign': numberForm({ sign: 'plus' }),
  'four decimals': numberForm({ minDecimals: 4, decimals: 4 }),
  yen: numberForm({ groupMark: ',', minDecimals: 0, decimals: 0, ...unit('¥', 'before') }),
  'leading apostrophe': numberForm({ apostrophe: true }),
  percent: numberForm(unit('%', 'after', ' ')),
  'minor units': numberForm({ minDecimals: 0, decimals: 0 }),
};

const FORMS: Record<string, ColumnForm> = { ...TIMES, ...MONEY };
const NAMES = Object.keys(FORMS);

let folder: string;
const at = (name: string) => join(folder, name);
const START = Date.UTC(2023, 0, 1);
const DAY = 86_400_000;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'forms-'));
  const stream = streamFor(5n, 0, 0);
  const cell = (form: ColumnForm) => {
    if (form.kind === 'datetime')
      return datetimeWriter(form)(
        START + stream.below(365) * DAY + 1000 * stream.below(86_400) + stream.below(1000),
      );
    const { grouping } = form as NumberForm;
    // Indian grouping differs from thousands only above 99,999.
    const size = grouping === 'indian' ? 1 : 100;
    return numberWriter(form as NumberForm)((stream.below(2_000_000) - 500_000) / size);
  };
  const lines = [csvRecord(NAMES)];
  for (let row = 0; row < ROWS; row++)
    lines.push(csvRecord(NAMES.map((name) => cell(FORMS[name]!))));
  writeFileSync(at('source.csv'), lines.join(''));
  vi.spyOn(process.stdout, 'write').mockImplementation(() => true);
  vi.spyOn(process.stderr, 'write').mockImplementation(() => true);
});
afterAll(() => {
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true, force: true });
});

function columnsOf(csv: string): Record<string, string[]> {
  const cells = (line: string) =>
    [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(([, quoted, plain]) =>
      quoted === undefined ? (plain ?? '') : quoted.replaceAll('""', '"'),
    );
  const [names, ...rows] = csv.trimEnd().split('\r\n').map(cells);
  return Object.fromEntries(names!.map((name, i) => [name, rows.map((row) => row[i]!)]));
}

function strangers(name: string, texts: readonly string[]): string[] {
  const reads = formReader(FORMS[name]!);
  return texts.filter((text) => !reads(text)).slice(0, 3);
}

test('every form is found over the whole column', async () => {
  const { columns } = await scanDelimited(at('source.csv'), { parquetPath: at('source.parquet') });
  const found = Object.fromEntries(columns.map(({ name, form }) => [name, form]));
  expect(Object.values(found).filter(({ kind }) => kind === 'text' || kind === 'unknown')).toEqual(
    [],
  );
  for (const name of NAMES) {
    const form = FORMS[name]!;
    if (form.kind === 'datetime')
      expect(found[name], name).toMatchObject({ pattern: form.pattern, offset: form.offset });
    else expect(found[name], name).toEqual(form);
  }
  // Thousands without decimals, all below a million, may be decimals with a comma as well.
  const ambiguous = columns.filter((column) => column.ambiguous);
  expect(ambiguous.map(({ name, alternatives }) => [name, alternatives.length])).toEqual([
    ['yen', 1],
  ]);
});

longTest('by the command, rows come out in the forms that were read in', async () => {
  await expect(fitCommand([at('source.csv'), '--out', at('m.model')])).rejects.toThrow(
    /Ambiguous column formats \(1\):\n {2}yen: 300 values .* --form "yen=\."/,
  );
  await fitCommand([at('source.csv'), '--form', 'yen=.', '--out', at('m.model')]);
  await sampleCommand([at('m.model'), '--rows', '300', '--seed', '3', '--out', at('made.csv')]);
  const columns = columnsOf(readFileSync(at('made.csv'), 'utf8'));
  for (const name of NAMES) {
    expect(columns[name]!.length).toBe(300);
    expect(strangers(name, columns[name]!), name).toEqual([]);
  }
});

longTest('by the thread of a batch, rows come out in the forms that were read in', async () => {
  const scan = await scanDelimited(at('source.csv'), { parquetPath: at('rows.parquet') });
  const parts: Uint8Array[] = [Buffer.from(csvRecord(NAMES))];
  const forms = {
    name: 'forms',
    parquetPath: at('rows.parquet'),
    columns: NAMES,
    rows: scan.rowCount,
    layouts: Object.fromEntries(scan.columns.map((layout) => [layout.name, layout])),
    roles: {},
    entity: null,
  };
  const input = {
    tables: [forms],
    relations: [],
    leaveOrphansOut: false,
    rows: { forms: 300 },
    seed: '3',
    mode: 'balanced' as const,
    privacy: null,
    modelPath: null,
  };
  for await (const message of synthesize(input, { aborted: false })) {
    if (message.kind === 'rows') parts.push(message.csv);
  }
  const columns = columnsOf(Buffer.concat(parts).toString());
  for (const name of NAMES) {
    expect(columns[name]!.length).toBe(300);
    expect(strangers(name, columns[name]!), name).toEqual([]);
  }
});
