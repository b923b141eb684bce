import { expect, test } from 'vitest';
import { parseColumns } from '../../table/parse-columns.ts';
import { findIdentities } from './find-identities.ts';

const NAMES = ['Anna Weber', 'Paul Koch', 'Lena Wolf', 'Tim Braun', 'Julia Kaiser'];

/** Rows of people of whom twelve share each name, with an address of their own. */
function table(phoneOf: (person: number, row: number) => number) {
  const people = Array.from({ length: 600 }, (_, row) => row % 60);
  const names = people.map((person) => NAMES[person % NAMES.length]!);
  const mails = people.map((person) => `p${person}@example.com`);
  const phones = people.map((person, row) => `+49 30 ${100_000 + phoneOf(person, row)}`);
  return parseColumns(['name', 'mail', 'phone'], [names, mails, phones]);
}

const candidates = [
  { column: 0, personal: 'person_name' as const },
  { column: 1, personal: 'email' as const },
  { column: 2, personal: 'phone' as const },
];

test('columns that determine each other number the persons, not a name that several share', () => {
  const [identity] = findIdentities(
    table((person) => person),
    candidates,
  );
  expect(identity!.leader).toBe(1);
});

test('names number the persons if they and the addresses determine each other', () => {
  const columns = parseColumns(
    ['name', 'mail'],
    [0, 1].map((column) =>
      Array.from({ length: 300 }, (_, row) => {
        const name = `Anna Weber${String.fromCharCode(97 + (row % 20))}`;
        return column === 0 ? name : `${name.toLowerCase().replace(' ', '.')}@example.com`;
      }),
    ),
  );
  const [identity] = findIdentities(columns, candidates.slice(0, 2));
  expect(identity).toMatchObject({ leader: 0, members: [0, 1] });
});

test('a name that several persons share belongs to the person whom a number names', () => {
  const people = Array.from({ length: 600 }, (_, row) => row % 60);
  const columns = parseColumns(
    ['member', 'name', 'mail'],
    [
      people.map((person) => String(7000 + person)),
      people.map((person) => NAMES[person % NAMES.length]!),
      people.map((person) => `p${person}@example.com`),
    ],
  );
  const identities = findIdentities(columns, [
    { column: 0, personal: null },
    { column: 1, personal: 'person_name' },
    { column: 2, personal: 'email' },
  ]);
  expect(identities).toMatchObject([{ leader: 0, members: expect.arrayContaining([0, 1, 2]) }]);
});

test('a borrower and the co-borrower of the same loans are two persons, with a number of the first', () => {
  const loans = Array.from({ length: 300 }, (_, row) => row % 50);
  const nameOf = (first: string) => (loan: number) =>
    `${first} Weber${String.fromCharCode(97 + (loan % 26))}${String.fromCharCode(97 + Math.floor(loan / 26))}`;
  const columns = parseColumns(
    ['Borrower', 'Co-Borrower', 'Borrower ID'],
    [
      loans.map(nameOf('Anna')),
      loans.map((loan) => (loan % 3 === 0 ? null : nameOf('Paul')(loan))),
      loans.map((loan) => `B${1000 + loan}`),
    ],
  );
  const identities = findIdentities(columns, [
    { column: 0, personal: 'person_name' },
    { column: 1, personal: 'person_name' },
    { column: 2, personal: null },
  ]);
  expect(identities).toMatchObject([{ members: [0, 2], shared: [1] }]);
});
