import { describe, expect, test } from 'vitest';
import { BANK_FORMATS, type BankFormat } from '../../shared/bank-formats.ts';
import { EXAMPLES } from './examples.fixture.ts';
import { scanContent } from './scan-text.fixture.ts';

const refusal = (message: RegExp) =>
  expect.objectContaining({ code: 'validation_failed', message: expect.stringMatching(message) });

const ROWS: Partial<Record<BankFormat, (string | null)[][]>> = {
  mt940: [
    [
      '0001234567',
      '00004/00001',
      '2026-01-02',
      '2025-12-31',
      '25.50',
      '125.50',
      'Anna Muster',
      'E2E-1',
      'NTRF 166',
    ],
    [
      '0001234567',
      '00004/00001',
      '2026-01-03',
      '2026-01-03',
      '-5.00',
      '120.50',
      null,
      'NONREF',
      'N051',
    ],
    [
      '0001234567',
      '00004/00002',
      '2026-01-04',
      '2026-01-04',
      '0.50',
      '121.00',
      null,
      'NONREF',
      'NCHG',
    ],
  ],
  mt942: [
    ['0001234567', '1/1', '2026-03-02', '2026-03-02', '-10.50', null, 'Anna', 'E1', 'NTRF'],
    ['0001234567', '1/1', '2026-03-02', '2026-03-02', '1.00', null, null, 'NONREF', 'NTRF'],
  ],
  ofx: [
    ['0123', null, '2026-01-05', null, '-10.50', null, 'A & B', null, 'DEBIT'],
    ['0123', null, '2026-01-06', null, '100.00', null, 'Pay', null, 'CREDIT'],
  ],
  qif: [
    ['My account', null, '12/31/25', null, '-1234.50', null, 'Shop', '1001', 'Leisure'],
    ['My account', null, '1/5/26', null, '1000.00', null, 'Work', null, null],
  ],
  bai2: [
    ['0001234567', null, '2026-03-01', null, '250', '1250', null, 'CREF', '195'],
    ['0001234567', null, '2026-03-01', null, '-50', '1200', null, '17', '475'],
  ],
  nacha: [
    [
      '000123456789',
      '0000001',
      '2026-03-03',
      '2026-03-03',
      '100.25',
      null,
      'TEST COMPANY',
      'ID-1',
      'PPD 22',
    ],
    [
      '000123456789',
      '0000001',
      '2026-03-03',
      '2026-03-03',
      '-5.25',
      null,
      'TEST COMPANY',
      'ID-2',
      'PPD 27',
    ],
  ],
  'pain.001': [
    ['XX00TEST0001', 'P1', '2026-03-02', '2026-03-02', '-10.25', null, 'Other', 'E1', null],
    ['XX00TEST0001', 'P1', '2026-03-02', '2026-03-02', '-20.25', null, 'Other', 'E2', null],
  ],
  'pain.008': [
    ['XX00TEST0001', 'P1', '2026-03-02', '2026-03-02', '10.25', null, 'Other', 'E1', null],
    ['XX00TEST0001', 'P1', '2026-03-02', '2026-03-02', '20.25', null, 'Other', 'E2', null],
  ],
  'pacs.008': [
    ['XX00TEST0001', 'M1', '2026-03-02', '2026-03-02', '-7.50', null, 'Payee', 'E1', null],
  ],
};

describe.each(BANK_FORMATS)('%s', (format) => {
  test('detects the format by content and verifies its totals', async () => {
    const { facts, rows } = await scanContent(EXAMPLES[format]);
    expect(facts.format).toBe(format);
    expect(facts.mismatches).toEqual([]);
    expect(rows).toHaveLength(facts.entries);
    const expected = ROWS[format];
    if (expected !== undefined)
      expect(
        rows.map((row) => [
          row.account,
          row.statement,
          row.booking_date,
          row.value_date,
          row.amount,
          row.balance,
          row.counterparty_name,
          row.reference,
          row.code,
        ]),
      ).toEqual(expected);
  });

  test('a file cut off is refused', async () => {
    const text = EXAMPLES[format].trimEnd();
    // An interim report may end after any entry.
    const cutOff =
      format === 'mt942' ? text.slice(0, text.indexOf(':25:')) : text.slice(0, text.length / 2);
    await expect(scanContent(cutOff)).rejects.toThrow(refusal(/^Line \d+/));
  });
});

test('keeps descriptions and parts of field 86', async () => {
  const { rows } = await scanContent(EXAMPLES.mt940);
  expect(rows.map(({ description }) => description)).toEqual([
    'Invoice 4711 of March',
    'free text of the bank',
    null,
  ]);
  expect(rows[0]).toMatchObject({
    account_bank: '99999999',
    counterparty_account: 'XX00TEST0002',
    counterparty_bank: 'TESTXX22',
    bank_reference: 'BANK-7',
  });
  expect(JSON.parse(rows[0]!.details!)['61']).toBe(
    '2512310102CR25,50NTRFE2E-1//BANK-7\nsupplement',
  );
  expect(JSON.parse(rows[2]!.statement_details!)).toMatchObject({ '86': 'of the whole statement' });
});

test('keeps addenda of ACH entries, and reasons of returns', async () => {
  const { rows } = await scanContent(EXAMPLES.nacha);
  expect(rows[0]!.description).toBe('PAYROLL INVOICE 4711');
  expect(JSON.parse(rows[0]!.details!).addenda[0]).toMatchObject({
    type: '05',
    paymentInformation: 'INVOICE 4711',
  });
});

const changed = (format: BankFormat, from: string, to: string) =>
  EXAMPLES[format].replace(from, to);

test.each<[string, string, RegExp, RegExp?]>([
  [
    'a balance',
    changed('mt940', ':62F:C260104EUR121,', ':62F:C260104EUR122,'),
    /closing balance is 122.00 EUR$/,
  ],
  [
    'a page',
    changed('mt940', ':60M:C260103EUR120,5', ':60M:C260103EUR120,6'),
    /^opening balance of the next page: the file states 120.60, its entries have 120.50$/,
  ],
  ['a number of debits', changed('mt942', ':90D:1', ':90D:2'), /^number of debits/],
  ['a sum of splits', changed('qif', '$600.00', '$600.01'), /^sum of splits/],
  [
    'the records of an account',
    changed('bai2', '49,2800,6', '49,2800,7'),
    /^number of records of an account/,
  ],
  ['a control total', changed('bai2', '99,2800', '99,2801'), /^control total of the file/],
  [
    'an entry',
    changed('bai2', '16,195,250', '16,195,251'),
    /^control total of an account: the file states 2800, its entries have 2801$/,
  ],
  [
    'an entry hash',
    changed('nacha', '820000000301980000', '820000000301980001'),
    /^entry hash of a batch/,
  ],
  ['a number of blocks', changed('nacha', '9000001000001', '9000001000002'), /^number of blocks/],
  [
    'a debit',
    changed('nacha', '0000000525ID', '0000000526ID'),
    /^debits of a batch: the file states 5.25, its entries have 5.26$/,
  ],
  [
    'a control sum',
    changed('pain.001', '<CtrlSum>30.50', '<CtrlSum>30.51'),
    /^control sum of the message/,
  ],
  [
    'a number of payments',
    changed(
      'pain.008',
      '<NbOfTxs>2</NbOfTxs><CtrlSum>30.50</CtrlSum><Reqd',
      '<NbOfTxs>3</NbOfTxs><CtrlSum>30.50</CtrlSum><Reqd',
    ),
    /^number of transactions of a payment/,
  ],
  [
    'a sum of a payment',
    changed(
      'pain.001',
      '<NbOfTxs>2</NbOfTxs><CtrlSum>30.50</CtrlSum><Reqd',
      '<NbOfTxs>2</NbOfTxs><CtrlSum>30.51</CtrlSum><Reqd',
    ),
    /^control sum of a payment/,
    /PmtInf$/,
  ],
  ['a settlement', changed('pacs.008', '>7.5<', '>7.51<'), /^settlement amount of the message/],
])('%s that does not tie is named', async (_, content, reason, path) => {
  const { facts } = await scanContent(content);
  expect(facts.mismatches[0]!.reason).toMatch(reason);
  expect(facts.mismatches[0]!.line).toBeGreaterThan(1);
  if (path !== undefined) expect(facts.mismatches[0]!.path).toMatch(path);
});

test.each<[string, string, RegExp]>([
  [
    'a day that is none',
    changed('mt940', ':61:251231', ':61:251331'),
    /^Line 6: :61: "251331" is not a date/,
  ],
  [
    'a message without balance',
    changed('mt940', ':60F:C251231EUR100,00\r\n', ''),
    /has no field :60F:|has no field :60M:/,
  ],
  [
    'an entry behind the end',
    changed('mt940', ':64:C260104EUR121,', ':61:260104C1,NTRFX'),
    /^Line 20: an entry follows/,
  ],
  ['a field of another message', changed('mt940', ':62M:', ':99X:'), /is not a field of mt940/],
  [
    'an amount with letters',
    changed('ofx', '-10.50', '-1O.50'),
    /TRNAMT: "-1O.50" is not an amount/,
  ],
  [
    'an end without beginning',
    changed('ofx', '</BANKTRANLIST>', '</X>'),
    /<\/X> closes an element that is not open/,
  ],
  [
    'thousands or decimals',
    changed('qif', '-1,234.50', '-1.234'),
    /is ambiguous: thousands or three decimals/,
  ],
  [
    'a list of investments',
    changed('qif', '!Type:Bank', '!Type:Invst'),
    /^Line 5: investment lists/,
  ],
  [
    'a type of the bank’s own',
    changed('bai2', '16,475', '16,950'),
    /^Line 7: entries of type 950 are bank-specific/,
  ],
  [
    'an entry without account',
    changed('bai2', '03,0001', '16,0001'),
    /outside an account|is not a balance type/,
  ],
  [
    'a record of no type',
    changed('nacha', '\r\n705', '\r\n305'),
    /^Line 4: "3" is not a record type/,
  ],
  ['an amount without digits', changed('nacha', '0000010025', '00000100X5'), /^Line 3: the amount/],
  [
    'no currency amount',
    changed('pacs.008', '>7.50<', '>7,50<'),
    /IntrBkSttlmAmt: "7,50" is not an amount/,
  ],
])('%s is refused with its line', async (_, content, message) => {
  await expect(scanContent(content)).rejects.toThrow(refusal(message));
});

test('OFX 2 is read like OFX 1', async () => {
  const body = EXAMPLES.ofx
    .slice(EXAMPLES.ofx.indexOf('<OFX>'))
    .replaceAll(/<(\w+)>([^<\r\n]+)(?!<\/\1)(?=<|\r)/g, '<$1>$2</$1>')
    .replaceAll('<MEMO>', '<MEMO/>')
    .replaceAll('</NAME></NAME>', '</NAME>');
  const xml = `<?xml version="1.0"?>\n<?OFX OFXHEADER="200" VERSION="211"?>\n${body}`;
  const [first, second] = await Promise.all([scanContent(EXAMPLES.ofx), scanContent(xml)]);
  expect(second.facts.version).toBe('211');
  const amounts = (rows: typeof first.rows) =>
    rows.map(({ amount, description }) => [amount, description]);
  expect(amounts(second.rows)).toEqual(amounts(first.rows));
});

test('ACH without line ends is read like ACH with them', async () => {
  const whole = await scanContent(EXAMPLES.nacha);
  const joined = await scanContent(EXAMPLES.nacha.replaceAll('\r\n', ''));
  expect(joined.rows).toEqual(whole.rows);
});
