import { expect, test } from 'vitest';
import { parseColumns } from '../../engines/table/parse-columns.ts';
import { lengthOf, type Table } from '../../engines/table/table.ts';
import { splitHoldout, wholeEntity } from './split-holdout.ts';

/** Rows of consecutively numbered customers, two each. */
function table(rows: number, name: string, from = 0): Table {
  const names = Array.from({ length: rows }, (_, i) => `C${from + (i >> 1)}`);
  const dictionary = [...new Set(names)];
  const places = new Map(dictionary.map((each, i) => [each, i]));
  const codes = Int32Array.from(names, (each) => places.get(each)!);
  return { rows, columns: [{ kind: 'category', name, dictionary, codes }] };
}

function namesOf(part: Table): Set<string> {
  const column = part.columns[0]!;
  if (column.kind !== 'category') throw new Error('not a category');
  return new Set(Array.from(column.codes, (code) => column.dictionary[code]!));
}

test('holds out about a fifth of the customers with all their rows, and loses none', () => {
  const { train, holdout, entity } = splitHoldout(table(10_000, ' Customer_ID '), ' Customer_ID ');
  expect(entity).toBe(' Customer_ID ');
  expect(train.rows + holdout!.rows).toBe(10_000);
  expect(lengthOf(holdout!.columns[0]!)).toBe(holdout!.rows);
  // 5,000 customers at 0.2: four standard deviations of the binomial are 113.
  const heldNames = namesOf(holdout!);
  expect(Math.abs(heldNames.size - 1000)).toBeLessThan(113);
  for (const name of namesOf(train)) expect(heldNames.has(name)).toBe(false);
});

test('the holdout depends on the name alone, not on the other rows', () => {
  const first = namesOf(splitHoldout(table(2_000, 'account_id'), 'account_id').holdout!);
  const second = namesOf(splitHoldout(table(2_000, 'account_id', 500), 'account_id').holdout!);
  for (let i = 500; i < 1000; i++) expect(second.has(`C${i}`)).toBe(first.has(`C${i}`));
});

test('without a column that names customers each row stands alone; below 100 rows all are learned from', () => {
  const split = splitHoldout(table(1_000, 'reference'), null);
  expect(split.entity).toBeNull();
  expect(split.holdout!.rows).toBeGreaterThan(100);
  const small = table(99, 'customer_id');
  expect(splitHoldout(small, 'customer_id')).toEqual({
    train: small,
    holdout: null,
    entity: 'customer_id',
  });
});

test('keeps customers whole by header in any language, before accounts and the declared entity', () => {
  const of = (...names: string[]): Table => ({
    rows: 200,
    columns: names.flatMap((name) => table(200, name).columns),
  });
  expect(wholeEntity(of('Konto', 'Kundennummer', 'Filiale'), 'Filiale')).toBe('Kundennummer');
  expect(wholeEntity(of('Filiale', 'Numéro de compte'), 'Filiale')).toBe('Numéro de compte');
  expect(wholeEntity(of('Filiale', 'Betrag'), 'Filiale')).toBe('Filiale');
  expect(wholeEntity(of('Filiale', 'Gegenkonto'), null)).toBeNull();
});

test('splits a file of few accounts by rows', () => {
  const statement = table(18, 'Konto').columns[0]!;
  if (statement.kind !== 'category') throw new Error('not a category');
  const codes = Int32Array.from({ length: 1000 }, (_, i) => i % 8);
  const few: Table = { rows: 1000, columns: [{ ...statement, codes }] };
  const { holdout, entity } = splitHoldout(few, 'Konto');
  expect(entity).toBeNull();
  expect(holdout!.rows).toBeGreaterThan(100);
});

test('holds out none of nine accounts', () => {
  const statement = table(18, 'Konto').columns[0]!;
  if (statement.kind !== 'category') throw new Error('not a category');
  const codes = Int32Array.from({ length: 1000 }, (_, i) => i % 9);
  const nine: Table = { rows: 1000, columns: [{ ...statement, codes }] };
  expect(splitHoldout(nine, 'Konto')).toEqual({ train: nine, holdout: null, entity: 'Konto' });
});

test('persons who recur stay together, unless a customer or account recurs', () => {
  const given = ['Anna', 'Paul', 'Julia', 'Peter', 'Maria', 'Jonas', 'Lena', 'Tim'];
  const family = ['Weber', 'Brandt', 'Ziegler', 'Winkler', 'Seidel', 'Krause', 'Vogt', 'Lorenz'];
  const people = given.flatMap((first) => family.map((last) => `${first} ${last}`));
  const rows = Array.from({ length: 320 }, (_, i) => people[(i * 7) % people.length]!);
  const names = { name: 'Versicherungsnehmer', texts: rows };
  const numbers = { name: 'Vertragsnummer', texts: rows.map((_, i) => `V-${100_000 + i}`) };
  const made = (...columns: { name: string; texts: string[] }[]) =>
    parseColumns(
      columns.map(({ name }) => name),
      columns.map(({ texts }) => texts),
    );
  expect(wholeEntity(made(names, numbers), null)).toBe('Versicherungsnehmer');
  const { train, holdout } = splitHoldout(made(names), 'Versicherungsnehmer');
  const held = namesOf(holdout!);
  expect([...namesOf(train)].filter((name) => held.has(name))).toEqual([]);
});
