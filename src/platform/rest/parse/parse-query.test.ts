import { describe, expect, test } from 'vitest';
import { parseQuery } from './parse-query.ts';
import { column, plain, read, refusal } from './parsed.fixture.ts';
import type { Condition } from './query.ts';

describe('select', () => {
  test('every part of an item', () => {
    expect(read('select=*,a,b:c::text,d->e->>f,g->0->>-1,"h,i"').select).toEqual([
      { kind: 'star' },
      column('a'),
      { kind: 'field', field: plain('c'), alias: 'b', cast: 'text', aggregate: null },
      {
        ...column('d'),
        field: {
          name: 'd',
          path: [
            { arrow: '->', key: 'e' },
            { arrow: '->>', key: 'f' },
          ],
        },
      },
      {
        ...column('g'),
        field: {
          name: 'g',
          path: [
            { arrow: '->', key: 0 },
            { arrow: '->>', key: -1 },
          ],
        },
      },
      column('h,i'),
    ]);
  });

  test('embeds with alias, hint, join, spread', () => {
    const embed = { kind: 'embed', alias: null, hint: null, join: 'left', spread: false };
    expect(read('select=a:b!c!inner(d),e!left(),...f(*),g(h(i))').select).toEqual([
      { ...embed, target: 'b', alias: 'a', hint: 'c', join: 'inner', items: [column('d')] },
      { ...embed, target: 'e', items: [] },
      { ...embed, target: 'f', spread: true, items: [{ kind: 'star' }] },
      { ...embed, target: 'g', items: [{ ...embed, target: 'h', items: [column('i')] }] },
    ]);
  });

  test('aggregates', () => {
    expect(read('select=count(),n:a.sum()::int').select).toEqual([
      {
        kind: 'field',
        field: null,
        alias: null,
        cast: null,
        aggregate: { name: 'count', cast: null },
      },
      {
        kind: 'field',
        field: plain('a'),
        alias: 'n',
        cast: null,
        aggregate: { name: 'sum', cast: 'int' },
      },
    ]);
  });

  test('names with dashes, blanks and letters of any script', () => {
    expect(read('select=a-b, two words ,имя,$x,"a\\"b"').select).toEqual(
      ['a-b', 'two words', 'имя', '$x', 'a"b'].map(column),
    );
  });

  test.each([
    'a,',
    'a,,b',
    'a(b',
    'a)b',
    'a!(b)',
    'a!b!c!d(e)',
    'a!inner!left(b)',
    'a::',
    'a->',
    'a->>',
    'a:',
    ':a',
    '"a',
    '...a',
    'a b!',
    '(',
    'a;b',
    "a'b",
    'a::text;drop',
    "a::text'",
  ])('%s is refused', (select) => {
    expect(refusal(`select=${encodeURIComponent(select)}`).body.code).toBe('PGRST100');
  });
});

describe('filters', () => {
  const operation = (text: string) => {
    const [condition] = read(text).conditions;
    return condition?.value.kind === 'filter' ? condition.value.operation : null;
  };

  test('operators', () => {
    expect(operation('a=eq.1.5')).toEqual({
      kind: 'compare',
      operator: 'eq',
      quantifier: null,
      value: '1.5',
    });
    expect(operation('a=like(any).{x,y}')).toMatchObject({ quantifier: 'any', value: '{x,y}' });
    expect(operation('a=cs.{1,2}')).toEqual({ kind: 'simple', operator: 'cs', value: '{1,2}' });
    expect(operation('a=is.NULL')).toEqual({ kind: 'is', truth: 'null' });
    expect(operation('a=is.not_null')).toEqual({ kind: 'is', truth: 'not_null' });
    expect(operation('a=isdistinct.x')).toEqual({ kind: 'isdistinct', value: 'x' });
    expect(operation('a=wfts(english).x y')).toEqual({
      kind: 'search',
      operator: 'wfts',
      config: 'english',
      value: 'x y',
    });
    expect(operation('a=in.(1,"b,c","d\\"e","f\\\\g",h)')).toEqual({
      kind: 'in',
      values: ['1', 'b,c', 'd"e', 'f\\g', 'h'],
    });
    expect(operation('a=in.()')).toEqual({ kind: 'in', values: [] });
    expect(operation('a=in.("")')).toEqual({ kind: 'in', values: [] });
    expect(operation('a=in.("a"b,c)')).toEqual({ kind: 'in', values: ['"a"b', 'c'] });
  });

  test('a value is taken as it is', () => {
    for (const value of [
      '',
      '"quoted"',
      'a,b)',
      '.',
      'not.eq.1',
      '  x  ',
      '💶',
      "'; drop table x--",
    ]) {
      expect(operation(`a=eq.${encodeURIComponent(value)}`)).toMatchObject({ value });
    }
  });

  test('paths, JSON paths, negation', () => {
    expect(read('a.b.c->>d=not.gt.1').conditions).toEqual([
      {
        path: ['a', 'b'],
        value: {
          kind: 'filter',
          field: { name: 'c', path: [{ arrow: '->>', key: 'd' }] },
          negated: true,
          operation: { kind: 'compare', operator: 'gt', quantifier: null, value: '1' },
        },
      },
    ]);
  });

  test('logic', () => {
    const filter = (name: string, value: string, negated = false): Condition => ({
      kind: 'filter',
      field: plain(name),
      negated,
      operation: { kind: 'compare', operator: 'eq', quantifier: null, value },
    });
    expect(read('x.not.or=(a.eq.1,not.and(b.eq."2,)",c.not.eq.{3,4}))').conditions).toEqual([
      {
        path: ['x'],
        value: {
          kind: 'or',
          negated: true,
          operands: [
            filter('a', '1'),
            {
              kind: 'and',
              negated: true,
              operands: [filter('b', '2,)'), filter('c', '{3,4}', true)],
            },
          ],
        },
      },
    ]);
    // A column may have the name of an operator.
    expect(read('or=(and.eq.1,or.eq.2,not.eq.3)').conditions[0]?.value).toMatchObject({
      operands: [{ field: plain('and') }, { field: plain('or') }, { field: plain('not') }],
    });
  });

  test.each([
    'a=1',
    'a=',
    'a=noop.1',
    'a=eq',
    'a=EQ.1',
    'a=is.maybe',
    'a=is.nulls',
    'a=in.1,2',
    'a=in.(1',
    'a=in.(1)x',
    'a=eq(some).1',
    'a=neq(any).1',
    'a=fts().x',
    'a=not.not.eq.1',
    '=eq.1',
    'a.=eq.1',
    '.a=eq.1',
    'a->=eq.1',
    'or=a.eq.1',
    'or=()',
    'or=(a.eq.1',
    'or=(a.eq.1))',
    'or=(a)',
    'or=(a.b.eq.1)',
    'or=(xor(a.eq.1))',
    'a%00=eq.1',
    'a=eq.%00',
  ])('%s is refused', (query) => {
    expect([refusal(query).status, refusal(query).body.code]).toEqual([400, 'PGRST100']);
  });
});

test('order, limit, offset, columns, on_conflict', () => {
  const query = read(
    'order=a.desc.nullslast,b->>c.asc,d(e).nullsfirst,f&x.order=g&limit=3&x.y.offset=4&columns="a","b c"&on_conflict=d,e',
  );
  expect(query.orders[0]?.value).toEqual([
    { relation: null, field: plain('a'), direction: 'desc', nulls: 'last' },
    {
      relation: null,
      field: { name: 'b', path: [{ arrow: '->>', key: 'c' }] },
      direction: 'asc',
      nulls: null,
    },
    { relation: 'd', field: plain('e'), direction: null, nulls: 'first' },
    { relation: null, field: plain('f'), direction: null, nulls: null },
  ]);
  expect(query.orders[1]?.path).toEqual(['x']);
  expect(query.limits).toEqual([{ path: [], value: 3 }]);
  expect(query.offsets).toEqual([{ path: ['x', 'y'], value: 4 }]);
  expect([query.columns, query.onConflict]).toEqual([
    ['a', 'b c'],
    ['d', 'e'],
  ]);
});

test.each([
  'order=a.descending',
  'order=a.asc.nulls',
  'order=a,',
  'order=a.nullslast.desc',
  'limit=1.5',
  'limit=x',
  'limit=',
  'offset=1e3',
  'limit=99999999999999999999',
  'limit=1&limit=2',
  'select=a&select=b',
  'columns=',
  'on_conflict=a b,',
])('%s is refused', (query) => {
  expect(refusal(query).body.code).toBe('PGRST100');
});

test('arguments of a function are separated from filters', () => {
  const query = parseQuery('a=1&b={1,2}&c=eq.3&d.e=eq.4&a=2&select=x', true);
  expect(query.args).toEqual([
    ['a', '1'],
    ['b', '{1,2}'],
    ['a', '2'],
  ]);
  expect(query.conditions.map(({ path, value }) => [path, value.kind])).toEqual([
    [[], 'filter'],
    [['d'], 'filter'],
  ]);
});
