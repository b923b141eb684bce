import fc from 'fast-check';
import { expect, test } from 'vitest';
import { RestError } from '../errors/rest-error.ts';
import { parseAccept } from './parse-accept.ts';
import { appliedPreferences, parsePreferences } from './parse-preferences.ts';

test('preferences', () => {
  const preferences = parsePreferences(
    'return=representation, count=exact,resolution=merge-duplicates, missing=default, handling=strict, max-affected=3, tx=rollback, timezone=Europe/Oslo, odd=1, count=most',
  );
  expect(preferences).toEqual({
    resolution: 'merge-duplicates',
    missing: 'default',
    representation: 'representation',
    count: 'exact',
    transaction: 'rollback',
    handling: 'strict',
    timezone: 'Europe/Oslo',
    maxAffected: 3,
    invalid: ['odd=1', 'count=most'],
  });
  expect(appliedPreferences(preferences)).toBe(
    'resolution=merge-duplicates, missing=default, return=representation, count=exact, tx=rollback, handling=strict, timezone=Europe/Oslo, max-affected=3',
  );
});

test('of a preference given twice the first counts', () => {
  expect(parsePreferences('count=exact, count=planned').count).toBe('exact');
});

test('names of objects are no preferences', () => {
  expect(parsePreferences('constructor=1, __proto__=2').invalid).toEqual([
    'constructor=1',
    '__proto__=2',
  ]);
});

test('accepted forms, by weight', () => {
  const kind = (header?: string) => parseAccept(header).kind;
  expect(kind()).toBe('array');
  expect(kind('*/*')).toBe('array');
  expect(kind('text/html, application/json;q=0.5, text/csv;q=0.9')).toBe('csv');
  expect(kind('application/vnd.pgrst.object+json')).toBe('object');
  expect(parseAccept('application/vnd.pgrst.array+json;nulls=stripped').nullsStripped).toBe(true);
  for (const header of ['image/png', 'application/vnd.pgrst.plan+json', 'text/csv;q=0']) {
    expect(() => parseAccept(header)).toThrow(RestError);
  }
});

test('no header makes the readers fail otherwise', () => {
  fc.assert(
    fc.property(fc.string(), (header) => {
      parsePreferences(header);
      try {
        parseAccept(header);
      } catch (error) {
        expect(error).toBeInstanceOf(RestError);
      }
    }),
  );
});
