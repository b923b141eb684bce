import { expect, test } from 'vitest';
import { checkLinks } from './link-tables.ts';

const table = (name: string, ...columns: string[]) => ({
  name,
  columns: columns.map((column) => ({ name: column })),
});
const TABLES = [
  table('customers', 'customer_id', 'name'),
  table('accounts', 'account_no', 'customer_id', 'branch_id'),
  table('branches', 'branch_id', 'head'),
];

const link = (child: string, childKey: string, parent: string, parentKey: string) => ({
  child,
  childKey,
  parent,
  parentKey,
});
const OWNS = link('accounts', 'customer_id', 'customers', 'customer_id');

const check = (
  relations: ReturnType<typeof link>[],
  keys: Readonly<Record<string, string | null>> = {},
) => checkLinks(TABLES, { keys, relations });

test('keys and relations of the tables are taken, and tables without a key', () => {
  const keys = { customers: 'customer_id', accounts: 'account_no', branches: null };
  expect(() => check([OWNS], keys)).not.toThrow();
});

test.each([
  ['no relation at all', [], {}, 'Expected at least one relation between the tables.'],
  ['a key of no table', [], { cards: 'card_id' }, 'Table cards not found.'],
  [
    'a key that is no column',
    [],
    { accounts: 'customer' },
    'Table accounts has no column customer.',
  ],
  ['a relation of no table', [link('cards', 'id', 'customers', 'customer_id')], {}, /cards/],
  ['a relation to no column', [{ ...OWNS, parentKey: 'nothing' }], {}, /nothing/],
  ['a relation from no column', [{ ...OWNS, childKey: 'nothing' }], {}, /nothing/],
  [
    'a column that names two tables',
    [OWNS, { ...OWNS, parent: 'branches', parentKey: 'head' }],
    {},
    /customer_id/,
  ],
  [
    'tables in a circle',
    [
      OWNS,
      link('customers', 'name', 'branches', 'branch_id'),
      link('branches', 'head', 'accounts', 'account_no'),
    ],
    {},
    /in a circle/,
  ],
])('refused: %s', (_what, relations, keys, message) => {
  expect(() => check(relations, keys as Readonly<Record<string, string | null>>)).toThrow(
    expect.objectContaining({ code: 'bad_request', message: expect.stringMatching(message) }),
  );
});
