import { expect, test } from 'vitest';
import { scanContent } from '../scan-text.fixture.ts';
import { camtMessage } from './camt.fixture.ts';

const refusal = (message: RegExp) =>
  expect.objectContaining({ code: 'validation_failed', message: expect.stringMatching(message) });

test('an entry becomes a row of the stable columns, with all its fields as JSON', async () => {
  const { rows, columns } = await scanContent(
    camtMessage({
      opening: '-10.00',
      closing: '90.55',
      entries: [{ amount: '100.55' }],
    }),
  );
  const [row] = rows;
  expect(row).toMatchObject({
    account: 'XX00TEST0009',
    account_bank: 'TESTXX22',
    statement: 'S1',
    booking_date: '2026-03-02',
    value_date: '2026-03-03',
    amount: '100.55',
    currency: 'EUR',
    balance: '90.55',
    counterparty_name: 'A & Co',
    counterparty_account: 'XX00TEST0001',
    counterparty_bank: null,
    description: 'Invoice 4711',
    reference: 'E2E-1',
    bank_reference: '0071',
    code: 'PMNT-RCDT-ESCT',
    status: 'booked',
  });
  expect(JSON.parse(row!.details!)).toMatchObject({
    Amt: { '@Ccy': 'EUR', '#': '100.55' },
    NtryDtls: { TxDtls: { RmtInf: { Ustrd: ['Invoice', '4711'] } } },
  });
  expect(JSON.parse(row!.statement_details!)).toMatchObject({
    GrpHdr: { MsgId: 'M1' },
    Id: 'S1',
    Bal: [{ Amt: { '#': '10.00' } }, { Amt: { '#': '90.55' } }],
  });
  const types = Object.fromEntries(columns.map(({ name, type }) => [name, type]));
  expect(types).toMatchObject({
    booking_date: 'date',
    amount: 'decimal',
    bank_reference: 'text',
    statement: 'text',
  });
});

test('opening, entries and closing add up to the cent; pending entries move no balance', async () => {
  const { facts, rows } = await scanContent(
    camtMessage({
      opening: '0.10',
      closing: '0.30',
      entries: [
        { amount: '0.30' },
        { amount: '99', status: 'PDNG' },
        { amount: '0.10', side: 'DBIT' },
      ],
    }),
  );
  expect(facts.totals).toEqual([{ name: 'opening + entries = closing', passed: 1, failed: 0 }]);
  expect(rows.map(({ amount, balance }) => [amount, balance])).toEqual([
    ['0.30', '0.40'],
    ['99.00', null],
    ['-0.10', '0.30'],
  ]);
});

test('currencies without decimals and with three keep theirs', async () => {
  for (const [currency, amount] of [
    ['JPY', '1500'],
    ['BHD', '1.500'],
  ]) {
    const entries = [{ amount: amount!, currency: currency! }];
    const { rows } = await scanContent(
      camtMessage({ opening: '0', closing: amount!, currency: currency!, entries }),
    );
    expect(rows[0]).toMatchObject({ amount, balance: amount, currency });
  }
});

test('names mismatched totals with line and path', async () => {
  const summary =
    '<TxsSummry><TtlNtries><NbOfNtries>2</NbOfNtries><Sum>9</Sum></TtlNtries></TxsSummry>';
  const { facts } = await scanContent(
    camtMessage({ opening: '5', closing: '15', summary, entries: [{ amount: '9' }] }),
  );
  expect(facts.totals).toEqual([
    { name: 'number of all entries', passed: 0, failed: 1 },
    { name: 'sum of all entries', passed: 1, failed: 0 },
    { name: 'opening + entries = closing', passed: 0, failed: 1 },
  ]);
  expect(facts.mismatches).toEqual([
    {
      line: 11,
      path: 'TxsSummry/TtlNtries',
      reason: 'number of all entries: the file states 2, its entries have 1',
    },
    {
      line: 9,
      path: 'Document/BkToCstmrStmt/Stmt/Bal',
      reason:
        'opening 5.00 EUR + entries 9.00 EUR = 14.00 EUR, but the closing balance is 15.00 EUR',
    },
  ]);
});

test.each([
  ['booked entries', 1, '9'],
  ['all entries', 2, '13'],
])('totals may be of %s', async (_, count, sum) => {
  const summary = `<TxsSummry><TtlNtries><NbOfNtries>${count}</NbOfNtries><Sum>${sum}</Sum></TtlNtries></TxsSummry>`;
  const entries = [{ amount: '9' }, { amount: '4', status: 'PDNG' }];
  const { facts } = await scanContent(camtMessage({ summary, entries }));
  expect(facts.totals).toEqual([
    { name: 'number of all entries', passed: 1, failed: 0 },
    { name: 'sum of all entries', passed: 1, failed: 0 },
  ]);
});

test('a message whose elements and attributes have a prefix is read like one without', async () => {
  const plain = camtMessage({ opening: '0', closing: '9', entries: [{ amount: '9' }] });
  const prefixed = plain
    .replaceAll(/<(\/?)(?=[A-Z])/g, '<$1n:')
    .replace('xmlns=', 'xmlns:n=')
    .replaceAll('Ccy=', 'n:Ccy=');
  const read = async (content: string) => {
    const { rows, facts } = await scanContent(content);
    return [rows.map(({ amount, currency, balance }) => [amount, currency, balance]), facts.totals];
  };
  expect(await read(prefixed)).toEqual(await read(plain));
});

test('reports balances in several currencies as unchecked', async () => {
  const { facts } = await scanContent(
    camtMessage({
      opening: '5',
      closing: '14',
      entries: [{ amount: '9', currency: 'SEK' }],
    }),
  );
  expect(facts.totals).toEqual([]);
  expect(facts.unchecked).toEqual([
    { reason: 'balances and entries have several currencies', statements: 1 },
  ]);
});

test.each([
  ['an amount', '1,5', /Line 9, Document\/BkToCstmrStmt\/Stmt\/Ntry\/Amt: "1,5" is not an amount/],
  ['an exponent', '1e3', /"1e3" is not an amount/],
  ['an empty amount', '', /"" is not an amount/],
])('%s that is none is refused with its place', async (_, amount, message) => {
  await expect(scanContent(camtMessage({ entries: [{ amount }] }))).rejects.toThrow(
    refusal(message),
  );
});

test.each([
  [
    'a document type',
    camtMessage({
      before: '<!DOCTYPE d [<!ENTITY x SYSTEM "file:///etc/passwd">]>',
      entries: [{ amount: '1', name: '&x;' }],
    }),
    /document type declarations are not supported/,
  ],
  ['an unknown entity', camtMessage({ entries: [{ amount: '1', name: '&x;' }] }), /can't be read/],
  ['a cut-off end', camtMessage({ entries: [{ amount: '1' }] }).slice(0, -60), /can't be read/],
  [
    'depth without end',
    camtMessage({ entries: [{ amount: '1', name: '<a>'.repeat(100) }] }),
    /nested more than 64 deep/,
  ],
  [
    'an entry without end',
    camtMessage({ entries: [{ amount: '1', name: 'x'.repeat(2_000_000) }] }),
    /more than 1500000 characters/,
  ],
  [
    'no statement',
    '<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt/></Document>',
    /contains no statement/,
  ],
])('%s is refused', async (_, content, message) => {
  await expect(scanContent(content)).rejects.toThrow(refusal(message));
});

test('a file in ISO-8859-1 keeps its letters', async () => {
  const text = camtMessage({ entries: [{ amount: '1', name: 'Müller' }] });
  const { rows, encoding } = await scanContent(
    Buffer.from(text.replace('UTF-8', 'ISO-8859-1'), 'latin1'),
  );
  expect([rows[0]!.counterparty_name, encoding]).toEqual(['Müller', 'ISO-8859-1']);
});
