import { expect, test } from 'vitest';
import { passesIban } from '../../table/check-digits.ts';
import { formatCell } from '../../table/format-table.ts';
import { parseColumns } from '../../table/parse-columns.ts';
import type { Table } from '../../table/table.ts';
import { modelFromBytes, modelToBytes } from '../file/model-file.ts';
import { fitTables } from '../fit/fit-tables.ts';
import { modelOfOne } from '../relations/tables-model.ts';
import { sample } from '../sample/sample.ts';
import { modeledPayments } from './modeled-payments.ts';

const FRIENDS = ['Clara Lindqvist', 'Ida Borowski', 'Peter Hallmann', 'Tim Ostermeyer'];
const IBAN = (place: number) => {
  const body = `3704004405320130${String(10 + place)}`;
  const digits = `${body}131400`;
  let rest = 0;
  for (const digit of digits) rest = (rest * 10 + Number(digit)) % 97;
  return `DE${String(98 - rest).padStart(2, '0')}${body}`;
};
const two = (value: number) => String(value).padStart(2, '0');

/** Payments of accounts: groceries, a card payment with its day, rent, pay, and friends. */
function statement(accounts: number, rowsOfEach: number): Table {
  const rows = Array.from({ length: accounts * rowsOfEach }, (_, row) => {
    const account = Math.floor(row / rowsOfEach);
    const i = row % rowsOfEach;
    const date = new Date(Date.UTC(2024, 0, 2 + 2 * i));
    const [day, month] = [two(date.getUTCDate()), two(date.getUTCMonth() + 1)];
    const friend = FRIENDS[(i + account) % (3 + (account % 2))]!;
    const name =
      accounts === 1
        ? friend
        : `${friend.split(' ')[0]} ${friend.split(' ')[1]}${'abcdefghijklmnopqrst'[account]}`;
    const serial = accounts === 1 ? '' : ` Folge 00${1 + (account % 4)}`;
    const own = [
      ['REWE Markt GmbH', `REWE SAGT DANKE ${1000 + ((row * 37) % 9000)}`, String(-9 - (i % 30))],
      ['Shell Station', `Kartenzahlung ${day}.${month}.${serial}`, String(-30 - (i % 20))],
      ['Vodafone GmbH', `Kundennummer ${7_654_321 + account}`, '-29'],
      [name, `Danke fuers Essen ${name.split(' ')[0]}`, String(20 + (i % 9))],
      ['Arbeitgeber AG', 'Gehalt Jana Rothbart', '2600'],
    ][i % 5]!;
    const payee = 1 + (i % 5 === 3 ? 10 + FRIENDS.indexOf(friend) : i % 5);
    return [
      `K-${1_000_000 + account}`,
      `${day}.${month}.${date.getUTCFullYear()}`,
      own[0]!,
      i % 5 === 1 ? '' : IBAN(payee),
      own[1]!,
      own[2]!,
    ];
  });
  const headers = [
    'Konto',
    'Buchungstag',
    'Empfänger',
    'IBAN Empfänger',
    'Verwendungszweck',
    'Betrag',
  ];
  const from = accounts === 1 ? 1 : 0;
  return parseColumns(
    headers.slice(from),
    headers.map((_, c) => rows.map((row) => row[c]!)).slice(from),
  );
}

function drawn(table: Table) {
  const { model } = fitTables({ payments: table }, [], { mode: 'balanced', seed: 5n });
  const bytes = modelToBytes(modelOfOne(model)!);
  const made = sample(modelFromBytes(bytes), { rows: table.rows, seed: 9n });
  const at = (name: string) => made.columns.find((column) => column.name === name)!;
  const cell = (name: string, row: number) => formatCell(at(name), row);
  const rows = Array.from({ length: made.rows }, (_, row) => ({
    payee: cell('Empfänger', row),
    iban: cell('IBAN Empfänger', row),
    text: cell('Verwendungszweck', row),
    date: cell('Buchungstag', row),
    amount: cell('Betrag', row),
    account: at('Buchungstag') === made.columns[0] ? '' : cell('Konto', row),
  }));
  return { rows, made, text: new TextDecoder('latin1').decode(bytes) };
}

const FIRM = /REWE|Shell|Vodafone|Arbeitgeber/;

for (const accounts of [1, 20])
  test(`payees, texts, IBANs and dates belong together in a file of ${accounts} accounts`, () => {
    const table = statement(accounts, accounts === 1 ? 600 : 60);
    const { rows } = drawn(table);
    const firms = rows.filter(({ payee }) => FIRM.test(payee)).length / rows.length;
    expect(firms).toBeGreaterThan(0.7);
    expect(firms).toBeLessThan(0.9);
    const payees = new Map<string, string>();
    const serials = new Map<string | undefined, string>();
    for (const { payee, iban, text, date, account } of rows) {
      const isShell = payee === 'Shell Station';
      if (isShell) {
        const serial = text.slice(`Kartenzahlung ${date.slice(0, 6)}`.length);
        expect(serial).toMatch(accounts === 1 ? /^$/ : /^ Folge 00[1-9]$/);
        expect(serials.get(account) ?? serial).toBe(serial);
        serials.set(account, serial);
      }
      if (payee === 'REWE Markt GmbH') expect(text).toMatch(/^REWE SAGT DANKE \d{4}$/);
      if (payee === 'Arbeitgeber AG') expect(text).toMatch(/^Gehalt \p{Lu}\p{L}+ \p{Lu}/u);
      if (!FIRM.test(payee)) expect(text).toBe(`Danke fuers Essen ${payee.split(' ')[0]}`);
      expect(text).not.toContain('Rothbart');
      expect(`${payee} ${text}`).not.toMatch(/Lindqvist|Borowski|Hallmann|Ostermeyer/);
      if (iban === '') continue;
      expect(passesIban(iban)).toBe(true);
      const relation = `${FIRM.test(payee) ? '' : account} ${payee}`;
      expect(payees.get(relation) ?? iban).toBe(iban);
      payees.set(relation, iban);
    }
    expect(rows.filter(({ text }) => /7654321/.test(text))).toEqual([]);
  });

test('one account pays as many persons as its file, and pay stays the same', () => {
  const { rows, text } = drawn(statement(1, 600));
  const persons = new Set(rows.map(({ payee }) => payee).filter((payee) => !FIRM.test(payee)));
  expect(persons.size).toBe(3);
  const pay = rows.filter(({ payee }) => payee === 'Arbeitgeber AG');
  expect(new Set(pay.map(({ amount }) => amount))).toEqual(new Set(['2600']));
  expect(text).not.toMatch(/Lindqvist|Borowski|Hallmann|Rothbart|7654321/);
});

test('the report compares payees and texts as they are modeled', () => {
  const table = statement(20, 60);
  const { made } = drawn(table);
  const { columns, shown } = modeledPayments(table, made)!;
  expect(columns).toEqual(['Empfänger', 'Verwendungszweck']);
  const wordsOf = (own: Table) =>
    columns.map((name) => {
      const column = shown(own).columns.find((each) => each.name === name)!;
      return column.kind === 'category' ? [...new Set(column.dictionary)].sort() : [];
    });
  expect(wordsOf(made)).toEqual(wordsOf(table));
  expect(wordsOf(table)[0]).toContain('⟦person⟧');
});

test('a declared payee is learned as declared', () => {
  const { model } = fitTables({ payments: statement(1, 600) }, [], {
    mode: 'balanced',
    seed: 5n,
    tables: { payments: { roles: { Empfänger: 'feature' } } },
  });
  expect(modelOfOne(model)!.payments).toBeUndefined();
});
