import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { quoteCsv } from '../../../shared/csv.ts';
import { detectLayout } from '../../../shared/layouts/detect-layout.ts';
import { KNOWN_FORMS, type KnownForm, valuesOf } from '../../../shared/layouts/forms.fixture.ts';
import { scanDelimited } from '../delimited/scan-delimited.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'known-forms-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Scans columns of one header each; headers decide about forms, so no file has one twice. */
async function scanned(forms: readonly KnownForm[]) {
  const path = join(folder, 'in.csv');
  const columns = forms.map((form) => valuesOf(form, 300));
  const lines = columns[0]!.map((_, row) =>
    columns.map((values) => quoteCsv(values[row] ?? '')).join(','),
  );
  await writeFile(path, `${forms.map(({ header }) => header).join(',')}\n${lines.join('\n')}\n`);
  const scan = await scanDelimited(path, {
    parquetPath: join(folder, 'rows.parquet'),
    header: true,
  });
  return scan.columns;
}

test('files have the forms, types and missing values of columns in memory', async () => {
  let rest = [...KNOWN_FORMS];
  while (rest.length > 0) {
    const headers = [...new Set(rest.map(({ header }) => header))];
    const forms = headers.map((header) => rest.find((form) => form.header === header)!);
    rest = rest.filter((form) => !forms.includes(form));
    const columns = await scanned(forms);
    forms.forEach((form, i) => {
      const { type, values, nullWords, form: own } = detectLayout(form.header, valuesOf(form, 300));
      const column = columns[i]!;
      expect(column.form, form.name).toEqual(own);
      expect(column, form.name).toMatchObject({ type, values, nullWords, ambiguous: false });
    });
  }
});
