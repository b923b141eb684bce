import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { NULL_WORDS } from '../../../shared/column-layout.ts';
import { KNOWN_FORMS, valuesOf } from '../../../shared/layouts/forms.fixture.ts';
import { createPlainRows } from '../delimited/collect-rows.ts';
import { storeRows } from '../delimited/store-rows.ts';
import { detectPlain } from '../delimited/store-table.ts';
import { detectColumns } from './detect-columns.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'coded-texts-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const ROWS = 240;
/** In each, every column meets another odd text. */
const ROUNDS = process.env.TEST_LONG === undefined ? 1 : 30;

/** Texts on which a test in SQL and one in memory could differ. */
const ODD: readonly (string | null)[] = [
  null,
  '',
  ...NULL_WORDS.slice(1),
  // A byte order mark is missing here: DuckDB's client drops it from a sample.
  '\u{1f600}',
  'Stra\u00dfe \u{1d4d0}1',
  '0000-02-29',
  '0099-12-31',
  '2023-02-29',
  '2024-02-30',
  '9999-12-31',
  '31.04.2024',
  '1\u00a0234,50',
  '1\u202f234,50',
  '1e-7',
  '.5E+3',
  'fal\u017fe',
  'o\u212a',
  'yes\n',
  '12\n',
  '12\u001f\u001b',
  '10:00:00+02:30',
  '2024-01-02T10:00:00-0330',
  '\u0663\u0664',
  'x'.repeat(1001),
  '\u00e9'.repeat(700),
  '7'.repeat(2000),
  '\u{1f600}'.repeat(1001),
];

const NAMES = [...KNOWN_FORMS.map(({ header }, i) => `${header} ${i}`), 'is_open', 'coordinates'];

/** Columns of all forms; in those of known forms, some texts are replaced by odd ones. */
function columns(round: number): (string | null)[][] {
  const known = KNOWN_FORMS.map((form, column) => {
    const values: (string | null)[] = valuesOf(form, ROWS).map((text) => text ?? null);
    const odd = ODD[(7 * round + column) % ODD.length]!;
    for (let row = round; row < ROWS; row += 1 + ((column * 37 + round * 11) % 120))
      values[row] = odd;
    return values;
  });
  const rows = Array.from({ length: ROWS }, (_, row) => row);
  const open = rows.map((row) => (row % 3 === 0 ? 'Yes' : 'no'));
  return [...known, open, rows.map((row) => `52.${100 + row}, 13.${row + 200}`)];
}

test('columns in memory are detected as columns in DuckDB', async () => {
  const forms = new Set<string>();
  for (let round = 0; round < ROUNDS; round++) {
    const values = columns(round);
    const plain = createPlainRows(NAMES.length);
    for (let row = 0; row < ROWS; row++) plain.add(values.map((column) => column[row]!));
    const path = join(folder, 'rows');
    const parquetPath = join(folder, 'rows.parquet');
    await writeFile(path, plain.take());
    const table = { path, columns: NAMES, escaped: plain.result().escaped, rows: ROWS };
    await storeRows(table, parquetPath, {});
    const delimiter = round === 0 ? null : ',';
    const inMemory = await detectPlain(table, { delimiter });
    expect(inMemory).toEqual(await detectColumns(parquetPath, NAMES, { delimiter }));
    for (const { form } of inMemory) forms.add(form.kind);
  }
  expect([...forms].sort()).toEqual([
    'boolean',
    'code',
    'datetime',
    'number',
    'pair',
    'text',
    'unknown',
  ]);
});
