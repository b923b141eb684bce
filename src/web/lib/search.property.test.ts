import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { oneOf, page, readSort, text, withSearch, writeSort } from './search.ts';

const SEED = { seed: 20251122, numRuns: 300 };
const search = fc.dictionary(fc.constantFrom('q', 'sort', 'page', 'tab'), fc.jsonValue());
const columnId = fc.stringMatching(/^[a-z][a-z_]{0,12}$/);

describe('readers of an address', () => {
  it('return the requested type or undefined for any input', () => {
    fc.assert(
      fc.property(search, (found) => {
        const { q } = text(found, 'q');
        expect(q === undefined || (typeof q === 'string' && q !== '')).toBe(true);
        const { page: number } = page(found);
        expect(number === undefined || (Number.isInteger(number) && number > 1)).toBe(true);
        expect([undefined, 'a', 'b']).toContain(oneOf(found, 'tab', ['a', 'b']).tab);
      }),
      SEED,
    );
  });

  it('read a sort as it was written', () => {
    fc.assert(
      fc.property(columnId, fc.boolean(), (id, desc) => {
        expect(readSort(writeSort({ id, desc }))).toEqual({ id, desc });
      }),
      SEED,
    );
  });
});

describe('withSearch', () => {
  it('sets and removes parameters, and changes neither the others nor its input', () => {
    const before: { q?: string; page?: number } = { q: 'Oslo', page: 3 };
    expect(withSearch(before, { q: 'Bergen', page: undefined })).toStrictEqual({ q: 'Bergen' });
    expect(before).toStrictEqual({ q: 'Oslo', page: 3 });
  });

  it('holds the latest values, and none that is undefined', () => {
    type Any = Partial<Record<'q' | 'sort' | 'page' | 'tab', string>>;
    const part = fc.dictionary(
      fc.constantFrom('q', 'sort', 'page', 'tab'),
      fc.option(fc.string(), { nil: undefined }),
    );
    fc.assert(
      fc.property(part, part, (first, second) => {
        const merged = withSearch(first as Any, second as Any);
        expect(Object.values(merged)).not.toContain(undefined);
        for (const key of ['q', 'sort', 'page', 'tab'] as const) {
          expect(merged[key]).toBe(key in second ? second[key] : first[key]);
        }
        expect(withSearch(merged, second as Any)).toEqual(merged);
      }),
      SEED,
    );
  });
});
