import { describe, expect, test } from 'vitest';
import type { ColumnForm } from '../column-layout.ts';
import { chooseForm } from './choose-form.ts';
import { datetimeParser } from './datetime-parser.ts';
import { datetimeWriter } from './datetime-writer.ts';
import { numberParser } from './number-parser.ts';
import { numberWriter } from './number-writer.ts';

const chosen = (values: string[], name = 'x', delimiter: string | null = ';') =>
  chooseForm(name, values, delimiter);

function rewritten(form: ColumnForm | undefined, values: string[]): (string | number)[] {
  if (form?.kind === 'datetime')
    return values.map((v) => datetimeWriter(form)(datetimeParser(form)(v)));
  if (form?.kind === 'number') return values.map((v) => numberWriter(form)(numberParser(form)(v)));
  return [`no form: ${form?.kind}`];
}

const TIMES: [string, string[]][] = [
  ['YYYY-MM-DD', ['2023-02-05', '2023-11-30']],
  ['YYYY-MM-DDTHH:mm:ss', ['2023-02-05T04:21:55', '2023-11-30T23:59:00']],
  ['YYYY-MM-DDTHH:mm:ssZ', ['2023-02-05T04:21:55Z', '2023-11-30T23:59:00Z']],
  ['YYYY-MM-DDTHH:mm:ss.SSSZ', ['2023-02-05T04:21:55.120Z', '2023-11-30T23:59:00.007Z']],
  ['YYYY-MM-DD HH:mm:ssF+hh', ['2023-02-05 04:21:55+00', '2023-11-30 23:59:00.12+00']],
  ['YYYY-MM-DD HH:mm:ss+hh:mm', ['2023-02-05 04:21:55+00:00', '2023-11-30 23:59:00+00:00']],
  ['YYYY-MM-DDTHH:mm:ss+hh:mm', ['2023-02-05T04:21:55+02:00', '2023-07-30T23:59:00+02:00']],
  [
    'YYYY-MM-DDTHH:mm:ss.SSS+hhmm',
    ['2023-02-05T04:21:55.000+0000', '2023-11-30T23:59:00.000+0000'],
  ],
  ['YYYY-MM-DDTHH:mm:ss.SSSSSS', ['2023-02-05T04:21:55.120000', '2023-11-30T00:00:00.000000']],
  ['YYYY-MM-DD HH:mm:ss.SSSSSSSSS', ['2023-02-05 04:21:55.120000000']],
  ['YYYY-MM-DD HH:mm', ['2023-02-05 04:21', '2023-11-30 23:59']],
  ['DD/MM/YYYY HH:mm', ['05/02/2023 04:21', '30/11/2023 23:59']],
  ['DD-MM-YYYY HH:mm', ['05-02-2023 04:21', '30-11-2023 04:21']],
  ['MM/DD/YYYY HH:mm', ['02/05/2023 04:21', '11/30/2023 23:59']],
  ['MM/DD/YYYY hh:mm:ss A', ['02/05/2023 04:21:55 AM', '11/30/2023 11:59:00 PM']],
  ['M/D/YYYY h:mm a', ['2/5/2023 4:21 am', '2/28/2023 12:05 pm']],
  ['DD.MM.YYYY HH:mm:ss', ['05.02.2023 04:21:55']],
  ['DD/MM/YYYY', ['05/02/2023', '30/11/2023']],
  ['MM/DD/YYYY', ['02/05/2023', '11/30/2023']],
  ['DD.MM.YYYY', ['05.02.2023', '30.11.2023']],
  ['DD.MM.YY', ['05.02.23', '31.12.99']],
  ['DD-MM-YYYY', ['05-02-2023', '30-11-2023']],
  ['M/D/YY', ['2/5/23', '11/30/23']],
  ['D/M/YY', ['5/2/23', '30/11/23']],
  ['YYYY/MM/DD', ['2023/02/05']],
  ['YYYYMMDD', ['20230205', '20231130']],
  ['YYYYMMDDHHmmss', ['20230205042155', '20231130235900']],
  ['YYMMDD', ['230205', '991130']],
  ['DD-MMM-YYYY', ['05-Feb-2023', '30-Nov-2023']],
  ['DD-MMM-YY', ['05-FEB-23', '30-NOV-23']],
  ['DD MMM YYYY', ['05 Feb 2023', '30 Nov 2023']],
  ['DD MMM YYYY', ['05 February 2023', '30 November 2023']],
  ['MMM DD YYYY', ['Feb 05 2023', 'Nov 30 2023']],
  ['MMM DD, YYYY', ['Feb 05, 2023', 'Nov 30, 2023']],
  ['DD. MMM YYYY', ['05. Februar 2023', '31. Mai 2023']],
  ['D. MMM YYYY', ['5. Februar 2023', '5. Mai 2023']],
  ['D MMM YYYY', ['5 février 2023', '30 novembre 2023']],
  ['D MMM YYYY', ['5 févr. 2023', '30 nov. 2023', '1 mai 2023']],
  ['DD-MMM-YYYY', ['05-ene-2023', '30-nov-2023']],
  ['D [de] MMM [de] YYYY', ['5 de enero de 2023', '30 de noviembre de 2023']],
  ['D MMM YYYY', ['5 febbraio 2023', '30 novembre 2023']],
  ['D MMM YYYY', ['5 mei 2023', '30 maart 2023']],
  ['D [de] MMM [de] YYYY', ['5 de fevereiro de 2023', '30 de novembro de 2023']],
  ['X', ['1675570915', '1701388740']],
  ['x', ['1675570915120', '1701388740000']],
  ['HH:mm:ss', ['04:21:55', '23:59:00']],
  ['HH:mm', ['04:21', '23:59']],
  ['HH:mm, DD/MM/YYYY', ['04:21, 05/02/2023', '23:59, 30/11/2023']],
  ['ddd DD/MM/YYYY', ['Sun 05/02/2023', 'Thu 30/11/2023']],
  ['[Valuta ]DD.MM.YYYY', ['Valuta 05.02.2023', 'Valuta 30.11.2023']],
  ['YYYY-MM', ['2023-02', '2023-11']],
  ['YYYY-[Q]Q', ['2023-Q1', '2023-Q4']],
];

describe('times', () => {
  test.each(TIMES)(
    '%s of %j is found, ordered, and written back as it stood',
    (pattern, values) => {
      const { form } = chosen(values, 'booking_date')!;
      expect(form).toMatchObject({ kind: 'datetime', pattern });
      expect(rewritten(form, values)).toEqual(values);
      const parse = form.kind === 'datetime' ? datetimeParser(form) : () => Number.NaN;
      const moments = values.map(parse);
      if (pattern !== 'DD.MM.YY' && pattern !== 'YYMMDD' && !/mai|maart|Mai/.test(values.join()))
        expect(moments).toEqual(moments.toSorted((a, b) => a - b));
    },
  );
});

const NUMBERS: [string[], object][] = [
  [['1234.56', '-12.00'], { decimalMark: '.', groupMark: '', minDecimals: 2, decimals: 2 }],
  [['1234', '-12'], { decimals: 0 }],
  [['1234,56', '-12,00'], { decimalMark: ',', groupMark: '' }],
  [['1,234.56', '-1,012.00'], { decimalMark: '.', groupMark: ',' }],
  [['1.234,56', '-1.012,00'], { decimalMark: ',', groupMark: '.' }],
  [["1'234.56", '12.00'], { decimalMark: '.', groupMark: "'" }],
  [['1 234,56', '-1 012,00'], { decimalMark: ',', groupMark: ' ' }],
  [['1\u202f234,56', '7,00'], { groupMark: '\u202f' }],
  [['12,34,567.80', '1,234.00', '567.10'], { groupMark: ',', grouping: 'indian' }],
  [['$1,234.56', '-$12.00'], { unit: { text: '$', side: 'before', gap: '' }, sign: 'minus' }],
  [['$-12.00', '$3.50'], { sign: 'minus-after-unit' }],
  [['1.234,56 €', '-12,00 €'], { unit: { text: '€', side: 'after', gap: ' ' } }],
  [['EUR 1234.56'], { unit: { text: 'EUR', side: 'before', gap: ' ' } }],
  [['1234.56 USD'], { unit: { text: 'USD', side: 'after', gap: ' ' } }],
  [['(163.40)', '163.40'], { sign: 'brackets' }],
  [['163.40-', '163.40'], { sign: 'trailing' }],
  [['23.42 CR', '45.00 DR'], { sign: 'words', words: { positive: ' CR', negative: ' DR' } }],
  [['23.42 CR', '45.00'], { sign: 'words', words: { positive: '', negative: ' CR' } }],
  [['+23.42', '-45.00'], { sign: 'plus' }],
  [['0.1250', '12.0000'], { minDecimals: 4, decimals: 4 }],
  [
    ['¥1,234', '¥12'],
    { unit: { text: '¥', side: 'before', gap: '' }, groupMark: ',', decimals: 0 },
  ],
  [["'1234.56"], { apostrophe: true }],
  [['3.25 %'], { unit: { text: '%', side: 'after', gap: ' ' } }],
  [['0.1', '2.25', '3.0'], { minDecimals: 1, decimals: 2 }],
];

test('amounts below 24 are no times of day, whatever their cents', () => {
  expect(chosen(['12.50', '09.30', '23.59'], 'amount')?.form.kind).not.toBe('datetime');
  expect(chosen(['12.50', '9.30', '23.59'], 'amount')?.form).toMatchObject({
    kind: 'number',
    decimals: 2,
  });
});

test.each(NUMBERS)('%j is read as numbers and written back as it stood', (values, expected) => {
  const form = chosen(values, 'amount', ',')!.form;
  expect(form).toMatchObject({ kind: 'number', ...expected });
  expect(rewritten(form, values)).toEqual(values);
});
