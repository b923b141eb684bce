import fc from 'fast-check';
import { expect, test } from 'vitest';
import { startBeforeTests } from '../../../test/support/before-tests.ts';
import { longTest } from '../../../test/support/long-test.ts';
import { startRestHost } from './rest-host.fixture.ts';

const USERS = [
  { id: 1, age: 36, manager_id: null },
  { id: 2, age: 20, manager_id: 1 },
  { id: 3, age: null, manager_id: 1 },
  { id: 4, age: 51, manager_id: 2 },
];
type User = (typeof USERS)[number];
type ColumnName = keyof User;
type Truth = boolean | null;

type Leaf = { column: ColumnName; operator: string; value: string; negated: boolean };
type Tree = Leaf | { word: 'and' | 'or'; negated: boolean; inner: Tree[] };

const not = (truth: Truth): Truth => (truth === null ? null : !truth);

const COMPARISONS: Record<string, (a: number, b: number) => boolean> = {
  eq: (a, b) => a === b,
  neq: (a, b) => a !== b,
  gt: (a, b) => a > b,
  gte: (a, b) => a >= b,
  lt: (a, b) => a < b,
  lte: (a, b) => a <= b,
};

function leafTruth({ column, operator, value }: Leaf, user: User): Truth {
  const own = user[column];
  if (operator === 'is') return value === 'null' ? own === null : own !== null;
  if (operator === 'isdistinct') return own !== Number(value);
  if (operator === 'in') {
    const values = value.slice(1, -1).split(',').filter(Boolean).map(Number);
    if (values.length === 0) return false;
    return own === null ? null : values.includes(own);
  }
  return own === null ? null : COMPARISONS[operator]!(own, Number(value));
}

function truth(tree: Tree, user: User): Truth {
  if ('column' in tree) {
    const plain = leafTruth(tree, user);
    return tree.negated ? not(plain) : plain;
  }
  const inner = tree.inner.map((one) => truth(one, user));
  const decisive = tree.word === 'or';
  const plain = inner.includes(decisive) ? decisive : inner.includes(null) ? null : !decisive;
  return tree.negated ? not(plain) : plain;
}

function write(tree: Tree): string {
  if ('column' in tree) {
    return `${tree.column}.${tree.negated ? 'not.' : ''}${tree.operator}.${tree.value}`;
  }
  return `${tree.negated ? 'not.' : ''}${tree.word}(${tree.inner.map(write).join(',')})`;
}

const number = fc.constantFrom(1, 2, 3, 4, 20, 36, 51);
const leaf: fc.Arbitrary<Leaf> = fc
  .record({
    column: fc.constantFrom<ColumnName>('id', 'age', 'manager_id'),
    negated: fc.boolean(),
    test: fc.oneof(
      fc.record({
        operator: fc.constantFrom(...Object.keys(COMPARISONS), 'isdistinct'),
        value: number.map(String),
      }),
      fc.record({ operator: fc.constant('is'), value: fc.constantFrom('null', 'not_null') }),
      fc.record({
        operator: fc.constant('in'),
        value: fc.array(number, { maxLength: 3 }).map((list) => `(${list.join(',')})`),
      }),
    ),
  })
  .map(({ column, negated, test: { operator, value } }) => ({ column, negated, operator, value }));
const { tree } = fc.letrec<{ tree: Tree }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 4 },
    leaf,
    fc.record({
      word: fc.constantFrom('and' as const, 'or' as const),
      negated: fc.boolean(),
      inner: fc.array(tie('tree'), { minLength: 1, maxLength: 3 }),
    }),
  ),
}));

const host = startBeforeTests(startRestHost);

const numRuns = process.env.TEST_LONG ? 5000 : 200;

test('conditions of any depth select the rows that SQL logic selects, and are counted alike', async () => {
  await fc.assert(
    fc.asyncProperty(tree, leaf, fc.nat(4), async (condition, filter, limit) => {
      const negation = filter.negated ? 'not.' : '';
      const answer = await host.raw(
        `/users?select=id&or=(${write(condition)})&${filter.column}=${negation}${filter.operator}.${filter.value}&order=id&limit=${limit}`,
        { headers: { prefer: 'count=exact' } },
      );
      const expected = USERS.filter((user) => truth(condition, user) && truth(filter, user));
      const shown = expected.slice(0, limit).map(({ id }) => ({ id }));
      expect(await answer.json()).toEqual(shown);
      expect(answer.headers.get('content-range')?.split('/')[1]).toBe(String(expected.length));
    }),
    { numRuns },
  );
});

longTest('the same conditions on embedded rows, whose parents an inner join chooses', async () => {
  await fc.assert(
    fc.asyncProperty(tree, fc.boolean(), async (condition, inner) => {
      const answer = await host.raw(
        `/users?select=id,staff:users${inner ? '!inner' : ''}(id)&staff.and=(${write(condition)})&order=id&staff.order=id`,
        { headers: { prefer: 'count=exact' } },
      );
      const expected = USERS.map(({ id }) => ({
        id,
        staff: USERS.filter((one) => one.manager_id === id && truth(condition, one)).map((one) => ({
          id: one.id,
        })),
      })).filter(({ staff }) => !inner || staff.length > 0);
      expect(await answer.json()).toEqual(expected);
      const head = await host.raw(
        `/users?select=id,staff:users${inner ? '!inner' : ''}(id)&staff.and=(${write(condition)})`,
        { method: 'HEAD', headers: { prefer: 'count=exact' } },
      );
      expect(head.headers.get('content-range')?.split('/')[1]).toBe(String(expected.length));
    }),
    { numRuns: numRuns / 2 },
  );
});
