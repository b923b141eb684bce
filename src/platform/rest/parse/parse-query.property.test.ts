import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { longTest } from '../../../../test/support/long-test.ts';
import { RestError } from '../errors/rest-error.ts';
import { LONGEST_QUERY, parseQuery } from './parse-query.ts';
import { column, plain, read, refusal } from './parsed.fixture.ts';
import type { Condition } from './query.ts';

const SIGNS = [...'a -"\\(),.:!'];

describe('hostile input', () => {
  test('a long query string is refused before it is read', () => {
    const { status, body } = refusal(`a=eq.${'x'.repeat(LONGEST_QUERY)}`);
    expect([status, body.code]).toEqual([414, 'PGRST100']);
  });

  test('deep nesting is refused', () => {
    const deep = (open: string, inner: string) => open.repeat(500) + inner + ')'.repeat(500);
    for (const query of [
      `or=(${deep('and(', 'a.eq.1')})`,
      `select=${deep('a(', 'b')}`,
      `${'a.'.repeat(500)}b=eq.1`,
      `${'a.'.repeat(500)}order=b`,
    ]) {
      expect(refusal(query).body.details).toContain('at most 20 levels');
    }
  });

  test('errors do not give a long text back whole', () => {
    expect(refusal(`a=${'x'.repeat(5000)}`).message.length).toBeLessThan(400);
  });

  longTest('no text makes the parser fail otherwise, or slowly', () => {
    const token = fc.constantFrom(
      ...[...SIGNS, '->', '->>', '::', '*', '...', 'b', 'eq', 'not', 'and', 'or', 'in', 'is'],
      ...['null', 'inner', '0', '{', '}', 'count()', 'é', '💶'],
    );
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.array(token).map((list) => list.join('')),
    );
    const key = fc.oneof(text, fc.constantFrom('select', 'or', 'not.and', 'order', 'columns', 'a'));
    fc.assert(
      fc.property(key, text, fc.boolean(), (name, value, isCall) => {
        const started = performance.now();
        try {
          parseQuery(`${encodeURIComponent(name)}=${encodeURIComponent(value)}`, isCall);
        } catch (error) {
          expect(error).toBeInstanceOf(RestError);
          expect((error as RestError).status).toBeGreaterThanOrEqual(400);
          expect((error as RestError).status).toBeLessThan(500);
        }
        if (process.env.TEST_LONG) expect(performance.now() - started).toBeLessThan(200);
      }),
      { numRuns: process.env.TEST_LONG ? 100_000 : 3000 },
    );
  });

  test('long runs of one character are read in a moment', () => {
    for (const character of [...SIGNS, 'a-', '->', 'a ', '\\"']) {
      const text = encodeURIComponent(character.repeat(15_000 / character.length));
      const started = performance.now();
      for (const query of [`select=${text}`, `or=(${text})`, `order=${text}`, `a=in.(${text})`]) {
        try {
          read(query);
        } catch (error) {
          expect(error).toBeInstanceOf(RestError);
        }
      }
      if (process.env.TEST_LONG) expect(performance.now() - started).toBeLessThan(1000);
    }
  });
});

describe('reads back written queries', () => {
  const quotedName = fc
    .string({ minLength: 1, unit: 'grapheme' })
    .filter((name) => !name.includes('\0'));
  const quote = (name: string) => `"${name.replace(/["\\]/g, '\\$&')}"`;
  const value = fc.string({ unit: 'grapheme' }).filter((text) => !text.includes('\0'));

  test('names in quotes', () => {
    fc.assert(
      fc.property(fc.array(quotedName, { minLength: 1, maxLength: 5 }), (names) => {
        const query = read(`select=${encodeURIComponent(names.map(quote).join(','))}`);
        expect(query.select).toEqual(names.map(column));
      }),
    );
  });

  test('lists in quotes', () => {
    fc.assert(
      fc.property(fc.array(value, { minLength: 2, maxLength: 6 }), (values) => {
        const list = encodeURIComponent(`in.(${values.map(quote).join(',')})`);
        expect(read(`a=${list}`).conditions[0]?.value).toMatchObject({
          operation: { kind: 'in', values },
        });
      }),
    );
  });

  test('conditions of any depth', () => {
    type Tree =
      | { word: 'and' | 'or'; negated: boolean; inner: Tree[] }
      | { name: string; value: string };
    const { tree } = fc.letrec<{ tree: Tree }>((tie) => ({
      tree: fc.oneof(
        { maxDepth: 5 },
        fc.record({ name: quotedName, value }),
        fc.record({
          word: fc.constantFrom('and' as const, 'or' as const),
          negated: fc.boolean(),
          inner: fc.array(tie('tree'), { minLength: 1, maxLength: 3 }),
        }),
      ),
    }));
    const write = (one: Tree): string =>
      'name' in one
        ? `${quote(one.name)}.eq.${quote(one.value)}`
        : `${one.negated ? 'not.' : ''}${one.word}(${one.inner.map(write).join(',')})`;
    const expected = (one: Tree): Condition =>
      'name' in one
        ? {
            kind: 'filter',
            field: plain(one.name),
            negated: false,
            operation: { kind: 'compare', operator: 'eq', quantifier: null, value: one.value },
          }
        : { kind: one.word, negated: one.negated, operands: one.inner.map(expected) };
    fc.assert(
      fc.property(fc.array(tree, { minLength: 1, maxLength: 3 }), (trees) => {
        const text = encodeURIComponent(`(${trees.map(write).join(',')})`);
        expect(read(`or=${text}`).conditions).toEqual([
          { path: [], value: { kind: 'or', negated: false, operands: trees.map(expected) } },
        ]);
      }),
    );
  });
});
