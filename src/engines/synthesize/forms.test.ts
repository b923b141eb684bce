import { describe, expect, test } from 'vitest';
import type { ColumnForm } from '../../shared/column-layout.ts';
import { datetimeParser } from '../../shared/layouts/datetime-parser.ts';
import { detectLayout } from '../../shared/layouts/detect-layout.ts';
import { KNOWN_FORMS, type KnownForm, valuesOf } from '../../shared/layouts/forms.fixture.ts';
import { numberParser } from '../../shared/layouts/number-parser.ts';
import { encodeCsv } from '../table/encode-csv.ts';
import { parseColumns } from '../table/parse-columns.ts';
import { fit, modelFromBytes, modelToBytes, sample } from './index.ts';

const ROWS = 300;

const parserOf = (form: ColumnForm) =>
  form.kind === 'datetime'
    ? datetimeParser(form)
    : form.kind === 'number'
      ? numberParser(form)
      : null;

/** Fits a file of the column and a segment, and returns the column as it is written. */
function regenerated(form: KnownForm): string[] {
  const texts = valuesOf(form, ROWS);
  const segment = texts.map((_, row) => ['retail', 'private', 'business'][row % 3]!);
  const table = parseColumns([form.header, 'kind'], [texts, segment]);
  const model = modelFromBytes(modelToBytes(fit(table, { mode: 'balanced', seed: 1n })));
  const drawn = sample(model, { rows: ROWS, seed: 2n });
  const dialect = {
    encoding: 'UTF-8',
    byteOrderMark: false,
    delimiter: '|',
    quote: '"',
    lineEnd: '\n',
    quotedColumns: [],
    headerLine: null,
  } as const;
  const lines = new TextDecoder().decode(encodeCsv(drawn, { dialect })).trimEnd().split('\n');
  return lines.map((line) => line.slice(0, line.lastIndexOf('|')));
}

test('the list has 55 forms', () => {
  expect(KNOWN_FORMS).toHaveLength(55);
  for (const form of KNOWN_FORMS)
    for (const text of valuesOf(form, ROWS))
      if (text !== null && text !== form.missing) expect(text, form.name).toMatch(form.like);
});

describe.each(KNOWN_FORMS.map((form) => [form.name, form] as const))('%s', (_, form) => {
  const texts = valuesOf(form, ROWS);
  const layout = detectLayout(form.header, texts);

  test('is detected', () => {
    expect(layout.form.kind).toBe(form.kind);
  });

  test('is drawn and written in its own form, within the range of the file', () => {
    const drawn = regenerated(form);
    const word = form.missing ?? '';
    const present = drawn.filter((text) => text !== word);
    expect(present.filter((text) => !form.like.test(text)).slice(0, 3)).toEqual([]);
    const parse = parserOf(layout.form);
    if (parse !== null) {
      const known = texts
        .filter((text) => text !== null && text !== form.missing)
        .map((text) => parse(text!));
      const made = present.map(parse);
      expect(made.some(Number.isNaN)).toBe(false);
      expect(Math.min(...made)).toBeGreaterThanOrEqual(Math.min(...known));
      expect(Math.max(...made)).toBeLessThanOrEqual(Math.max(...known));
    }
    const wasMissing = texts.filter((text) => text === null || text === form.missing).length;
    expect(Math.abs(ROWS - present.length - wasMissing)).toBeLessThan(wasMissing === 0 ? 1 : 30);
  });
});
