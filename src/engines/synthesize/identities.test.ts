import { expect, test } from 'vitest';
import { type RandomStream, streamFor } from '../random/stream.ts';
import { formatTable } from '../table/format-table.ts';
import { parseColumns } from '../table/parse-columns.ts';
import type { Table } from '../table/table.ts';
import { takeRows } from '../table/take-rows.ts';
import { fit, fitTables, modelFromBytes, modelOfOne, modelToBytes, sample } from './index.ts';

const PEOPLE = 260;
const GIVEN = 'Mary John Patricia Robert Linda Michael Susan David Karen Paul'.split(' ');
const FAMILY = 'Aberfoyle Brindlewick Carrowmore Dunsford Elvaston Farthing Gillamoor'.split(' ');
const letters = (count: number, stream: RandomStream) =>
  Array.from({ length: count }, () => 'ABCDEFGHJKLMNPRSTUVWXYZ'[stream.below(23)]).join('');

type Row = Record<string, string>;

function person(i: number, stream: RandomStream): Row {
  const [given, family] = [GIVEN[i % 10]!, `${FAMILY[i % 7]}${letters(3, stream).toLowerCase()}`];
  return {
    Policyholder: `${given} ${family}`,
    First: given,
    Contact: `${given[0]}.${family}${100 + i}@mail.example`.toLowerCase(),
    Plate: `${letters(2, stream)}-${letters(1, stream)} ${10_000 + stream.below(90_000)}`,
    Born: `19${50 + stream.below(50)}-0${1 + stream.below(9)}-1${stream.below(9)}`,
    City: ['Leeds', 'York', 'Hull', 'Bath', 'Ely'][stream.below(5)]!,
  };
}

/** Claims of persons with 1 to 40 rows each, in random order; adjusters are other persons. */
function claims(): Row[] {
  const stream = streamFor(6n, 0, 2);
  const adjusters = Array.from({ length: 8 }, (_, i) => person(i + 900, stream).Policyholder!);
  const rows = Array.from({ length: PEOPLE }, (_, i) => {
    const own = person(i, stream);
    const count = Math.min(40, Math.ceil(1 / (1 - stream.float()) ** 0.8));
    return Array.from({ length: count }, () => ({
      ...own,
      Paid: (stream.below(90_000) / 100).toFixed(2),
      Adjuster: adjusters[stream.below(8)]!,
    }));
  }).flat();
  return rows
    .map((row) => ({ row, place: stream.float() }))
    .sort((a, b) => a.place - b.place)
    .map(({ row }) => row);
}

const source = claims();
const names = Object.keys(source[0]!);
const table: Table = parseColumns(
  names,
  names.map((name) => source.map((row) => row[name]!)),
);
const model = modelFromBytes(modelToBytes(fit(table, { mode: 'balanced', seed: 1n })));

function drawn(rows: number): Row[] {
  const { textColumns } = formatTable(sample(model, { rows, seed: 2n }));
  return Array.from({ length: rows }, (_, row) =>
    Object.fromEntries(names.map((name, i) => [name, textColumns[i]![row]!])),
  );
}

function byPerson(rows: readonly Row[]): Map<string, Row[]> {
  const people = new Map<string, Row[]>();
  for (const row of rows) people.set(row.Contact!, [...(people.get(row.Contact!) ?? []), row]);
  return people;
}

const made = drawn(source.length);

test('no name, plate or address of the file is drawn', () => {
  for (const column of ['Policyholder', 'Contact', 'Plate', 'Adjuster']) {
    const real = new Set(source.map((row) => row[column]));
    expect(made.filter((row) => real.has(row[column]!)).length, column).toBe(0);
  }
});

test('there are as many persons as in the file, with as many rows each', () => {
  const [people, real] = [byPerson(made), byPerson(source)];
  expect(Math.abs(people.size / real.size - 1)).toBeLessThan(0.05);
  const longest = (of: Map<string, Row[]>) => Math.max(...[...of.values()].map((r) => r.length));
  expect(longest(people)).toBeGreaterThan(longest(real) / 3);
  const once = (of: Map<string, Row[]>) =>
    [...of.values()].filter((rows) => rows.length === 1).length / of.size;
  expect(Math.abs(once(people) - once(real))).toBeLessThan(0.1);
  expect(new Set(made.map((row) => row.Adjuster)).size).toBe(8);
  expect(
    Math.abs(byPerson(drawn(300)).size / (real.size * (300 / source.length)) - 1),
  ).toBeLessThan(0.05);
});

test('all data of a person are one: names, what is made of them, plate, birth date and city', () => {
  for (const rows of byPerson(made).values()) {
    const [{ Policyholder = '', First = '', Contact = '', Plate = '' }] = rows as [Row];
    expect(Policyholder.startsWith(`${First} `)).toBe(true);
    const plain = (text: string) => text.replaceAll(/[^A-Za-z-]/g, '').toLowerCase();
    const family = plain(Policyholder.slice(First.length));
    expect(Contact.replace(/\d{3}@/, '@')).toBe(`${plain(First)[0]}.${family}@example.com`);
    expect(Plate).toMatch(/^[A-Z]{2}-[A-Z] \d{5}$/);
  }
  const held = [...byPerson(made).values()].filter((rows) =>
    ['Policyholder', 'Plate', 'Born', 'City'].every(
      (column) => new Set(rows.map((row) => row[column])).size === 1,
    ),
  );
  // Two persons of one name share an address, too.
  expect(held.length / byPerson(made).size).toBeGreaterThan(0.97);
});

test('a declared person is the entity of sequences, and stays a person', () => {
  const options = { mode: 'balanced' as const, seed: 1n, entity: 'Policyholder' };
  const { textColumns } = formatTable(sample(fit(table, options), { rows: 300, seed: 2n }));
  const holders = textColumns[0]!;
  expect(new Set(holders).size).toBeLessThan(280);
  expect(holders.every((name) => /^\p{L}[\p{L}'’.-]+ \p{L}[\p{L}'’ .-]+$/u.test(name!))).toBe(true);
});

test('few clerks are not the population by which values are counted', () => {
  const shown = new Set(made.map((row) => row.City));
  expect(shown).toEqual(new Set(source.map((row) => row.City)));
});

test('a merchant has one name, place and kind of trade, and its terminals are its own', () => {
  const stream = streamFor(8n, 0, 1);
  const merchants = Array.from({ length: 60 }, (_, i) => ({
    merchant_id: String(41_000_000 + 7919 * i),
    trade: ['food', 'books', 'cars'][i % 3]!,
    state: ['NY', 'TX', 'CA', 'WA'][i % 4]!,
  }));
  const rows = Array.from({ length: 1800 }, () => {
    const at = stream.below(60);
    const amount = (10 + stream.below(20)) * (at % 3 === 2 ? 30 : 1);
    return { ...merchants[at]!, terminal_id: `T${100 + 3 * at + stream.below(3)}`, amount };
  });
  const columns = ['merchant_id', 'terminal_id', 'trade', 'state', 'amount'] as const;
  const file = parseColumns(
    columns,
    columns.map((name) => rows.map((row) => String(row[name]))),
  );
  const { textColumns } = formatTable(
    sample(fit(file, { mode: 'balanced', seed: 1n }), { rows: 1800, seed: 2n }),
  );
  const [ids, terminals, trades, states, amounts] = textColumns as [string[], ...string[][]];
  const values = (of: readonly string[], by: readonly string[]) => {
    const seen = new Map<string, Set<string>>();
    by.forEach((key, row) => {
      seen.set(key, (seen.get(key) ?? new Set()).add(of[row]!));
    });
    return Math.max(...[...seen.values()].map((own) => own.size));
  };
  expect(new Set(ids).size).toBe(60);
  expect([values(trades!, ids), values(states!, ids), values(ids, terminals!)]).toEqual([1, 1, 1]);
  // Cars cost thirty times as much; their rows stay with their merchants.
  const dear = amounts!.filter(
    (amount, row) => Number(amount) >= 300 === (trades![row] === 'cars'),
  );
  expect(dear.length / 1800).toBeGreaterThan(0.95);
});

test.each(['dated', 'undated'])(
  'persons and rows for each are counted before the holdout, %s',
  (kind) => {
    const dated: Row[] = source.map((row, i) => ({
      ...row,
      ...(kind === 'dated' && {
        Filed: new Date(86_400_000 * (18_000 + i)).toISOString().slice(0, 10),
      }),
    }));
    const own = Object.keys(dated[0]!);
    const whole = parseColumns(
      own,
      own.map((name) => dated.map((row) => row[name]!)),
    );
    const real = byPerson(source);
    // The holdout happens to take persons of few rows.
    const isKept = new Set([...real].filter(([, { length }]) => length < 3).map(([who]) => who));
    const few = dated.flatMap(({ Contact }, i) => (isKept.has(Contact!) && i % 2 > 0 ? [i] : []));
    const training = takeRows(
      whole,
      dated.flatMap((_, i) => (few.includes(i) ? [] : [i])),
    );
    const entity = kind === 'dated' ? { entity: 'Contact' } : {};
    const options = {
      mode: 'balanced',
      seed: 1n,
      whole: { claims: whole },
      tables: { claims: entity },
    } as const;
    const counted = modelOfOne(fitTables({ claims: training }, [], options).model)!;
    expect(counted.core.kind).toBe(kind === 'dated' ? 'sequence' : 'trees');
    const { columns } = sample(counted, { rows: source.length, seed: 2n });
    const contact = columns[own.indexOf('Contact')]!;
    if (contact.kind !== 'category') throw new TypeError('expected texts');
    const rows = new Float64Array(contact.dictionary.length);
    for (const code of contact.codes) rows[code]!++;
    const drawnRows = rows.filter((count) => count > 0).sort();
    expect(Math.abs(drawnRows.length / real.size - 1)).toBeLessThan(0.03);
    const realRows = Float64Array.from(real.values(), ({ length }) => length).sort();
    for (const share of [0.5, 0.9]) {
      const at = (sorted: Float64Array) => sorted[Math.floor(share * sorted.length)]!;
      expect(Math.abs(at(drawnRows) - at(realRows)), String(share)).toBeLessThanOrEqual(
        Math.max(1, 0.15 * at(realRows)),
      );
    }
  },
);
