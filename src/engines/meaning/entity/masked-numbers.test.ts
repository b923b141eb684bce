import { expect, test } from 'vitest';
import { days, numbers, upTo, words } from '../../table/columns.fixture.ts';
import { findSequence } from './find-sequence.ts';

const GIVEN = [
  'Anna',
  'Paul',
  'Laura',
  'Peter',
  'Julia',
  'David',
  'Maria',
  'Simon',
  'Clara',
  'Jonas',
];
const FAMILY = ['Miller', 'Baker', 'Young', 'Walker', 'Turner', 'Cooper', 'Parker', 'Foster'];

/** Statements of forty cards, eight months each; holders by `holderOf`. */
function statements(holderOf: (card: number, month: number) => number) {
  const rows = upTo(320);
  const nameOf = (n: number) => `${GIVEN[n % 10]} ${FAMILY[Math.floor(n / 10) % 8]}`;
  const columns = [
    words(
      'card_account_no',
      rows.map((row) => `4539-XXXX-XXXX-${1000 + (row % 40)}`),
    ),
    words(
      'cardholder',
      rows.map((row) => nameOf(holderOf(row % 40, Math.floor(row / 40)))),
    ),
    days(
      'statement_date',
      rows.map((row) => 30 * Math.floor(row / 40)),
    ),
    numbers(
      'balance',
      rows.map((row) => (row * 37) % 500),
    ),
  ];
  return findSequence({ rows: 320, columns }, ['reference', 'personal', 'feature', 'feature']);
}

test('a masked number of one holder each is an account; one that cards share is none', () => {
  expect(statements((card) => card)?.entity).toBe('card_account_no');
  expect(statements((card, month) => (card + 7 * month) % 80)).toBeNull();
});
