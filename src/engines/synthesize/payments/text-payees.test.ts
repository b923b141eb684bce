import { expect, test } from 'vitest';
import { formatCell } from '../../table/format-table.ts';
import { parseColumns } from '../../table/parse-columns.ts';
import type { Table } from '../../table/table.ts';
import { fitTables } from '../fit/fit-tables.ts';
import { modelOfOne } from '../relations/tables-model.ts';
import { sample } from '../sample/sample.ts';

const MONTHS = 24;
/** Names that no list has, as well as one of a list. */
const FRIENDS = ['Marco Bianchi', 'Zbyrko Hrabal', 'Ludvis Oskarin', 'Tvrtko Pezelj'];
const LANDLORD = 'Qirjako Shtylla';
const HEADERS = ['Data contabile', 'D/A', 'Importo', 'Causale', 'Descrizione', 'Saldo'];

/** Two years of one Italian account, whose texts alone name the payees. */
function statement(inCapitals: boolean): Table {
  let balance = 300_000;
  const rows: string[][] = [];
  const money = (cents: number) => (cents / 100).toFixed(2);
  const add = (day: Date, cents: number, kind: string, text: string) => {
    balance += cents;
    const [date, side] = [day.toISOString().slice(0, 10), cents < 0 ? 'D' : 'A'];
    const written = inCapitals ? text.toUpperCase() : text;
    rows.push([date, side, money(Math.abs(cents)), kind, written, money(balance)]);
  };
  for (let i = 0; i < MONTHS * 30; i++) {
    const day = new Date(Date.UTC(2023, 0, 1 + i));
    const [date, month] = [day.getUTCDate(), day.toISOString().slice(5, 7)];
    const near = `${String(date).padStart(2, '0')}/${month}`;
    if (date === 27) add(day, 198_540, 'Stipendio', `Accredito stipendio ${month}/2023 ACME SPA`);
    if (date === 3) add(day, -78_000, 'Bonifico', `Bonifico a favore di ${LANDLORD} affitto`);
    if (date === 18) add(day, -2_990, 'SDD', 'Addebito SDD FASTWEB mandato 77120034');
    const shop = ['FARMACIA S.ANNA', 'ESSELUNGA MILANO', 'TRENITALIA'][i % 3]!;
    const at = `Pagamento POS ${near} carta *4417 presso ${shop}`;
    add(day, -(400 + ((i * 733) % 5100)), 'Pagamento POS', at);
    const [friend, cents] = [FRIENDS[i % 4]!, 1000 + 500 * (i % 7)];
    if (i % 5 === 0) add(day, -cents, 'Bonifico', `Bonifico istantaneo a ${friend} cena`);
    if (i % 11 === 0) add(day, cents, 'Bonifico', `Bonifico istantaneo da ${friend} regalo`);
  }
  return parseColumns(
    HEADERS,
    HEADERS.map((_, c) => rows.map((row) => row[c]!)),
  );
}

test.each([false, true])(
  'a statement without a column of payees keeps its shops and pay, and nobody of it, capitals %s',
  (inCapitals) => {
    const table = statement(inCapitals);
    const { model } = fitTables({ statement: table }, [], { mode: 'balanced', seed: 5n });
    const made = sample(modelOfOne(model)!, { rows: table.rows, seed: 9n });
    expect(made.columns.map(({ name }) => name)).toEqual(HEADERS);
    const cells = (own: Table, name: string) => {
      const column = own.columns.find((each) => each.name === name)!;
      return Array.from({ length: own.rows }, (_, row) => formatCell(column, row) ?? '');
    };
    const [texts, kinds] = [cells(made, 'Descrizione'), cells(made, 'Causale')];
    const real = [...FRIENDS, LANDLORD].flatMap((name) => name.toLowerCase().split(' '));
    const numbers = ['4417', '77120034'];
    for (const text of texts)
      for (const own of [...real, ...numbers]) expect(text.toLowerCase()).not.toContain(own);
    const rowsWith = (words: string) =>
      texts.flatMap((text, row) => (text.toUpperCase().includes(words) ? [row] : []));
    for (const shop of ['FARMACIA S.ANNA', 'ESSELUNGA MILANO', 'TRENITALIA']) {
      expect(rowsWith(shop).length).toBeGreaterThan(150);
      for (const row of rowsWith(shop)) expect(kinds[row]).toBe('Pagamento POS');
    }
    const [pay, dates] = [rowsWith('ACCREDITO STIPENDIO'), cells(made, 'Data contabile')];
    expect(Math.abs(pay.length - MONTHS)).toBeLessThanOrEqual(1);
    const [amounts, sides] = [cells(made, 'Importo').map(Number), cells(made, 'D/A')];
    for (const row of pay) {
      expect([kinds[row], amounts[row], sides[row]]).toEqual(['Stipendio', 1985.4, 'A']);
      expect(dates[row]!.slice(8)).toBe('27');
    }
    expect(new Set(rowsWith('AFFITTO').map((row) => texts[row])).size).toBe(1);
    expect(new Set(rowsWith('ISTANTANEO').map((row) => texts[row])).size).toBeGreaterThan(4);
    for (const row of rowsWith('ISTANTANEO DA')) expect(sides[row]).toBe('A');
    const balance = cells(made, 'Saldo').map(Number);
    const breaks = balance.filter((own, row) => {
      const moved = (sides[row] === 'D' ? -1 : 1) * amounts[row]!;
      return row > 0 && Math.abs(own - balance[row - 1]! - moved) > 0.005;
    });
    expect(breaks).toEqual([]);
  },
);
