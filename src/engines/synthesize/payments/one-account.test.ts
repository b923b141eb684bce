import { expect, test } from 'vitest';
import { ibanOf } from '../../table/check-digits.ts';
import { formatCell } from '../../table/format-table.ts';
import { parseColumns } from '../../table/parse-columns.ts';
import type { Table } from '../../table/table.ts';
import { fitTables } from '../fit/fit-tables.ts';
import { modelOfOne } from '../relations/tables-model.ts';
import { sample } from '../sample/sample.ts';

const HEADERS = ['Datum', 'Naam', 'Rekening', 'Tegenrekening', 'Bedrag', 'Mededelingen', 'Saldo'];
const MONTHS = 24;
const FRIENDS = ['L Smit', 'B Vos', 'K van den Berg', 'D de Jong'];
const account = (place: number) => ibanOf('NL', `INGB${String(4_300_000_017 + place * 7919)}`);
const OWN = account(99);

type Style = 'direction' | 'columns' | 'signed';

/** Two years of one account: pay on the 25th, rent on the 1st, shops, friends both ways. */
function statement(style: Style): Table {
  let balance = 250_000;
  const rows: (string | null)[][] = [];
  const money = (cents: number) => (cents / 100).toFixed(2);
  const add = (day: Date, name: string, cents: number, text: string, iban: string | null) => {
    balance += cents;
    const amounts = {
      direction: [cents < 0 ? 'Af' : 'Bij', money(Math.abs(cents))],
      columns: [cents < 0 ? money(-cents) : null, cents < 0 ? null : money(cents)],
      signed: [null, money(cents)],
    }[style];
    const date = day.toISOString().slice(0, 10);
    rows.push([date, name, OWN, iban, ...amounts, text, money(balance)]);
  };
  for (let i = 0; i < MONTHS * 30; i++) {
    const day = new Date(Date.UTC(2023, 0, 1 + i));
    const date = day.getUTCDate();
    if (date === 1) add(day, 'Wonen Centrum BV', -118_500, 'Huur', account(1));
    if (date === 25) add(day, 'Studio Noord BV', 287_416, 'Salaris', account(2));
    const shop = ['Jumbo Utrecht', 'NS GROEP IZ'][i % 2]!;
    add(day, shop, -(500 + ((i * 733) % 4500)), 'Betaalautomaat Pasvolgnr 003', null);
    const friend = FRIENDS[i % 4]!;
    const cents = (i % 8 < 4 ? -1 : 1) * (800 + ((i * 37) % 3000));
    if (i % 3 === 0)
      add(day, friend, cents, `Tikkie van ${friend} voor Zbyrko`, account(3 + (i % 4)));
  }
  const [date, name, own, other, ...rest] = HEADERS as [
    string,
    string,
    string,
    string,
    ...string[],
  ];
  const sides = { direction: ['Af Bij'], columns: ['Af', 'Bij'], signed: ['Code', 'Bedrag'] }[
    style
  ];
  const amounts = style === 'direction' ? [...sides, rest[0]!] : sides;
  const headers = [date, name, own, other, ...amounts, ...rest.slice(1)];
  return parseColumns(
    headers,
    headers.map((_, c) => rows.map((row) => row[c]!)),
  );
}

test.each<Style>(['direction', 'columns', 'signed'])(
  'a statement of one account keeps its signs, payees and dates of recurring payments: %s',
  (style) => {
    const table = statement(style);
    const { model } = fitTables({ statement: table }, [], { mode: 'balanced', seed: 5n });
    const made = sample(modelOfOne(model)!, { rows: table.rows, seed: 9n });
    const cells = (own: Table, name: string) => {
      const column = own.columns.find((each) => each.name === name)!;
      return Array.from({ length: own.rows }, (_, row) => formatCell(column, row) || null);
    };
    const cell = (name: string) => cells(made, name);
    const moved = made.columns.some(({ name }) => name === 'Bedrag')
      ? cell('Bedrag').map((text, row) => {
          const isOut = style === 'direction' && cell('Af Bij')[row] === 'Af';
          return (isOut ? -1 : 1) * Number(text);
        })
      : cell('Bij').map((text, row) => Number(text) - Number(cell('Af')[row]));
    const [names, dates, balance] = [cell('Naam'), cell('Datum'), cell('Saldo').map(Number)];
    const rowsOf = (name: string) => names.flatMap((own, row) => (own === name ? [row] : []));
    const pay = rowsOf('Studio Noord BV');
    expect(Math.abs(pay.length - MONTHS)).toBeLessThanOrEqual(1);
    expect(new Set(pay.map((row) => moved[row]))).toEqual(new Set([2874.16]));
    expect(new Set(pay.map((row) => dates[row]!.slice(8)))).toEqual(new Set(['25']));
    expect(new Set(pay.map((row) => dates[row]!.slice(0, 7))).size).toBe(pay.length);
    for (const row of rowsOf('Wonen Centrum BV')) expect(moved[row]).toBe(-1185);
    for (const shop of ['Jumbo Utrecht', 'NS GROEP IZ']) {
      expect(rowsOf(shop).length).toBeGreaterThan(200);
      for (const row of rowsOf(shop)) expect(moved[row]).toBeLessThan(0);
    }
    const breaks = balance.filter((own, row) => {
      return row > 0 && Math.abs(own - balance[row - 1]! - moved[row]!) > 0.005;
    });
    expect(breaks).toEqual([]);
    const real = cells(table, 'Saldo').map(Number);
    const growth = (own: number[]) => own.at(-1)! - own[0]!;
    expect(Math.abs(growth(balance) / growth(real) - 1)).toBeLessThan(0.2);
    expect(new Set(cell('Rekening')).size).toBe(1);
    const known = new Set([...cells(table, 'Rekening'), ...cells(table, 'Tegenrekening')]);
    const others = cell('Tegenrekening');
    expect(others.filter((own) => own !== null && known.has(own))).toEqual([]);
    const friends = names.flatMap((name, row) => (/^\p{Lu} /u.test(name!) ? [row] : []));
    expect(friends.length).toBeGreaterThan(100);
    expect(new Set(friends.map((row) => names[row])).size).toBe(FRIENDS.length);
    for (const row of friends) {
      expect(FRIENDS).not.toContain(names[row]);
      expect(cell('Mededelingen')[row]).toBe(`Tikkie van ${names[row]} voor`);
    }
  },
);
