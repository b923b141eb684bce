import { describe, expect, test } from 'vitest';
import { longTest } from '../../../../../test/support/long-test.ts';
import { scanBytes } from '../scan-bytes.fixture.ts';
import { packageOf, rowXml, type SheetSpec, workbookOf } from './workbook.fixture.ts';

const scanSheet = async (xml: string, more: Partial<Parameters<typeof workbookOf>[0]> = {}) =>
  scanBytes('xlsx', await workbookOf({ sheets: [{ name: 'Data', xml }], ...more }));

const styled = (value: string | number, style: number) => ({
  xml: `<c s="${style}"><v>${value}</v></c>`,
});
const names = (scan: { columns: { name: string }[] }) => scan.columns.map(({ name }) => name);
const column = (scan: { rows: (string | null)[][] }, i = 0) => scan.rows.map((row) => row[i]);

describe('cells', () => {
  test('dates of both systems are ISO 8601', async () => {
    const xml =
      rowXml('d') +
      ['1', '59', '60', '61', '45292', '45292.75', '0.5'].map((v) => rowXml(styled(v, 1))).join('');
    const by1900 = await scanSheet(xml, { formats: ['dd.mm.yyyy'] });
    // Excel shows these days, with the leap day that did not exist.
    expect(column(by1900)).toEqual([
      '1900-01-01',
      '1900-02-28',
      '1900-02-29',
      '1900-03-01',
      '2024-01-01',
      '2024-01-01 18:00:00',
      '12:00:00',
    ]);
    const by1904 = await scanSheet(
      rowXml('d') + rowXml(styled('0', 1)) + rowXml(styled('43830', 1)),
      {
        formats: ['dd.mm.yyyy'],
        date1904: true,
      },
    );
    expect(column(by1904)).toEqual(['1904-01-01', '2024-01-01']);
  });

  test.each([
    ['0.00', '12.5', '12.50'],
    ['#,##0.00 "€"', '1234.5', '1234.50'],
    ['0.0%', '0.125', '0.125'],
    ['0.0%', '0.1', '0.100'],
    ['00000', '1067', '01067'],
    ['General', '12.550000000000001', '12.55'],
    ['General', '0.1', '0.1'],
    ['General', '1E-7', '1e-7'],
    ['General', '123456789012345', '123456789012345'],
    ['[$-409]d\\-mmm\\-yyyy', '45292', '2024-01-01'],
    ['yyyy\\-mm\\-dd\\ hh:mm:ss', '45292.5', '2024-01-01 12:00:00'],
    ['[h]:mm:ss', '1.5', '36:00:00'],
    ['mmm yy', '45292', '2024-01-01'],
    ['[Red]0.00;[Blue]-0.00', '3', '3.00'],
    ['"day "0', '45292', '45292'],
    ['@', '45292', '45292'],
  ])('the format %s spells %s as %s', async (format, value, text) => {
    const scan = await scanSheet(rowXml('a', 'b') + rowXml(styled(value, 1), 'x'), {
      formats: [format],
    });
    expect(scan.rows).toEqual([[text, 'x']]);
  });

  test('texts keep zeros, blanks, line breaks, runs and escapes', async () => {
    const scan = await scanSheet(
      rowXml('a', 'b') +
        rowXml('00123', { xml: '<c t="s"><v>0</v></c>' }) +
        rowXml('  x\ny ', { xml: '<c t="s"><v>1</v></c>' }) +
        rowXml('=1+1', '@x'),
      {
        strings:
          '<si><r><t>one </t></r><r><rPr><b/></rPr><t>two</t></r><rPh><t>phonetic</t></rPh></si><si><t>a_x000D_b_x005F_x000D_</t></si>',
      },
    );
    expect(scan.rows).toEqual([
      ['00123', 'one two'],
      ['  x\ny ', 'a\rb_x000D_'],
      ['=1+1', '@x'],
    ]);
    expect(scan.typed?.cells.map(({ kind }) => kind)).toEqual(['text', 'text']);
  });

  test('formulas give their stored value; those without one and errors are missing and reported', async () => {
    const scan = await scanSheet(
      rowXml('a', 'b', 'c', 'd') +
        rowXml(
          { xml: '<c><f>1+1</f><v>2</v></c>' },
          { xml: '<c t="str"><f>"x"</f><v>x</v></c>' },
          { xml: '<c t="e"><f>NA()</f><v>#N/A</v></c>' },
          { xml: '<c><f>SUM(A1)</f></c>' },
        ) +
        rowXml(3, 'y', 4, 5),
    );
    expect(scan.rows).toEqual([
      ['2', 'x', null, null],
      ['3', 'y', '4', '5'],
    ]);
    expect(scan.columns.map(({ notices }) => notices)).toEqual([
      [],
      [],
      ['1 cell with an error (#N/A) read as missing.'],
      [expect.stringMatching(/^1 cell with a formula but no stored value read as missing\. Open/)],
    ]);
  });

  test('booleans, dates as text of ISO 8601, and cells without a reference', async () => {
    const scan = await scanSheet(
      rowXml('a', 'b', 'c') +
        '<row><c t="b"><v>1</v></c><c s="1" t="d"><v>2024-01-02T00:00:00</v></c><c r="C2"><v>7</v></c></row>',
      { formats: ['yyyy-mm-dd'] },
    );
    expect(scan.rows).toEqual([['TRUE', '2024-01-02', '7']]);
  });

  test('numbers with three decimals are not taken for thousands', async () => {
    const scan = await scanSheet(
      rowXml('a', 'b') + [1.234, 2.345].map((n) => rowXml(n, 'x')).join(''),
    );
    expect(scan.columns[0]).toMatchObject({ type: 'decimal', ambiguous: false, alternatives: [] });
  });
});

describe('tables in a sheet', () => {
  const rows = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, i) => rowXml(`T${from + i}`, from + i + 0.5, 'x')).join(
      '',
    );

  test('rows above and totals below are skipped and listed by row number', async () => {
    const scan = await scanSheet(
      `${rowXml('Statement of account')}<row r="3">${'<c r="A3" t="inlineStr"><is><t>Period</t></is></c>'}</row><row r="5">${rowXml('id', 'amount', 'note').slice(5, -6)}</row>${rows(0, 30)}<row r="37"><c r="A37" t="inlineStr"><is><t>Total</t></is></c><c r="B37"><v>450</v></c></row>`,
    );
    expect(names(scan)).toEqual(['id', 'amount', 'note']);
    expect(scan.rowCount).toBe(30);
    expect(scan.skipped.ranges).toEqual([
      { fromLine: 1, toLine: 1, reason: 'Above the table', text: 'Statement of account' },
      { fromLine: 3, toLine: 3, reason: 'Above the table', text: 'Period' },
      { fromLine: 37, toLine: 37, reason: 'Below the last row', text: 'Total | 450' },
    ]);
    expect(scan.typed?.rowLines?.jumps).toEqual([[0, 6]]);
  });

  test('a total between rows is a row', async () => {
    const scan = await scanSheet(
      rowXml('id', 'amount', 'note') + rows(0, 30) + rowXml('Total', 3) + rows(30, 40),
    );
    expect(scan.rowCount).toBe(41);
  });

  test('merged headers over two rows name the columns', async () => {
    const scan = await scanSheet(
      rowXml('Date', 'Amount', null, 'Balance', null) +
        rowXml(null, 'Debit', 'Credit', 'Debit', 'Credit') +
        rowXml(1, 2, 3, 4, 5) +
        rowXml(1, 2, 3, 4, 5),
    );
    expect(names(scan)).toEqual([
      'Date',
      'Amount Debit',
      'Amount Credit',
      'Balance Debit',
      'Balance Credit',
    ]);
    expect(scan.rowCount).toBe(2);
  });

  test('a table beside empty columns, without a header, and with a column that appears late', async () => {
    const late = Array.from({ length: 150 }, (_, i) => rowXml(null, i, i * 2)).join('');
    const scan = await scanSheet(late + rowXml(null, 150, 300, null, 'late'));
    expect(names(scan)).toEqual(['column_1', 'column_2', 'column_3']);
    expect(scan.typed?.header).toBe(false);
    expect(scan.rows.at(-1)).toEqual(['150', '300', 'late']);
    expect(scan.rowCount).toBe(151);
  });
});

describe('sheets', () => {
  const sheet = (name: string, more: Partial<SheetSpec> = {}): SheetSpec => ({
    name,
    xml: rowXml('a') + rowXml(1),
    ...more,
  });

  test('the only visible sheet with values is read; hidden ones are reported', async () => {
    const bytes = await workbookOf({
      sheets: [
        sheet('Empty', { xml: '' }),
        sheet('Secret', { state: 'veryHidden' }),
        sheet('Data'),
      ],
    });
    const scan = await scanBytes('xlsx', bytes);
    expect(scan.rowCount).toBe(1);
    expect(scan.table).toBe('Data');
    expect(scan.notices).toEqual(["Hidden sheets not read: 'Secret'"]);
  });

  test('several visible sheets are listed, and one is read by its name', async () => {
    const bytes = await workbookOf({
      sheets: [
        sheet('A'),
        sheet('B', { xml: rowXml('b') + rowXml(2) }),
        sheet('C', { state: 'hidden', xml: rowXml('c') + rowXml(3) }),
      ],
    });
    await expect(scanBytes('xlsx', bytes)).rejects.toMatchObject({
      code: 'confirmation_needed',
      message:
        "The file has 2 sheets with values: 'A', 'B'. Choose one, or read all as linked tables.",
      detail: {
        tables: [
          { name: 'A', parent: null },
          { name: 'B', parent: null },
        ],
        notices: ["Hidden sheets not read: 'C'"],
      },
    });
    const chosen = await scanBytes('xlsx', bytes, { table: 'b' });
    expect(chosen).toMatchObject({ table: 'B', rows: [['2']] });
    expect(chosen.notices).toEqual(["Sheets not read: 'A'", "Hidden sheets not read: 'C'"]);
    const hidden = await scanBytes('xlsx', bytes, { table: 'C' });
    expect(hidden.rows).toEqual([['3']]);
    expect(hidden.notices).toEqual(["Sheets not read: 'A', 'B'"]);
    await expect(scanBytes('xlsx', bytes, { table: 'D' })).rejects.toThrow(
      "The file has no sheet 'D'. Choose one of 'A', 'B', 'C'.",
    );
  });

  test('two sheets of one name are refused', async () => {
    const bytes = await workbookOf({ sheets: [sheet('A'), sheet('a')] });
    await expect(scanBytes('xlsx', bytes)).rejects.toThrow(/two sheets are named 'a'/);
  });

  test.each([
    ['no sheet', [sheet('Empty', { xml: '' })], /no visible sheet with values/],
    [
      'hidden only',
      [sheet('X', { state: 'hidden' })],
      /Hidden sheets: 'X'\. Choose one by its name, or show them/,
    ],
  ])('%s is refused', async (_, sheets, message) => {
    await expect(scanBytes('xlsx', await workbookOf({ sheets }))).rejects.toThrow(message);
  });
});

describe('hostile workbooks', () => {
  test.each([
    [
      'an old workbook',
      Buffer.from('d0cf11e0a1b11ae1', 'hex'),
      /Save it as \.xlsx or CSV, without a password/,
    ],
    ['text', Buffer.from('a,b\n1,2'), /not an Excel workbook/],
    ['no bytes', Buffer.alloc(0), /The file is empty/],
  ])('%s is refused', async (_, bytes, message) => {
    await expect(scanBytes('xlsx', bytes)).rejects.toThrow(message);
  });

  test('another zip archive is refused', async () => {
    await expect(scanBytes('xlsx', await packageOf([['a.csv', 'a,b']]))).rejects.toThrow(
      /has no part _rels\/\.rels/,
    );
  });

  test('entities are not unfolded', async () => {
    const bytes = await workbookOf({
      sheets: [{ name: 'A', xml: rowXml('a') }],
      strings: '<!DOCTYPE x [<!ENTITY a "aaaa">]><si><t>&a;</t></si>',
    });
    await expect(scanBytes('xlsx', bytes)).rejects.toThrow(/damaged/);
  });

  test.each([
    [
      'a text that does not exist',
      rowXml('a', 'b') + rowXml({ xml: '<c t="s"><v>9</v></c>' }),
      /refers to text 9/,
    ],
    ['rows out of order', '<row r="5"><c><v>1</v></c></row><row r="2"/>', /row 2 follows row 5/],
    ['a row beyond the last', '<row r="9999999"><c><v>1</v></c></row>', /row 9999999/],
    ['a column beyond the last', '<row><c r="ZZZZ1"><v>1</v></c></row>', /over 16384 columns/],
    ['no number', rowXml('a') + rowXml({ xml: '<c><v>12x</v></c>' }), /the number "12x"/],
    ['a deep nest', '<x>'.repeat(100), /nested more than 64 deep/],
    ['an open element', '<row><c>', /can't be read/],
  ])('%s is refused', async (_, xml, message) => {
    await expect(scanSheet(xml)).rejects.toThrow(message);
  });

  longTest('a long text in few bytes, repeated, is bounded', async () => {
    const strings = `<si><t>${'x'.repeat(100_000)}</t></si>`;
    const cells = rowXml({ xml: '<c t="s"><v>0</v></c>' }, 1).repeat(6000);
    await expect(scanSheet(rowXml('a', 'b') + cells, { strings })).rejects.toMatchObject({
      code: 'too_large',
    });
  });
});
