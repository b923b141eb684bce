import { expect, test } from 'vitest';
import { canonicalJson, type Json } from './canonical-json.ts';

// The examples of RFC 8785, sections 3.2.2 and 3.2.3.
test('writes the examples of RFC 8785', () => {
  const value = JSON.parse(
    '{"numbers":[333333333.33333329,1E30,4.50,2e-3,0.000000000000000000000000001],"string":"\\u20ac$\\u000F\\u000aA\'\\u0042\\u0022\\u005c\\\\\\"\\/","literals":[null,true,false]}',
  );
  expect(canonicalJson(value)).toBe(
    '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}',
  );
  const keys = {
    '\u20ac': 1,
    '\r': 2,
    '\ufb33': 3,
    '1': 4,
    '\u{1f600}': 5,
    '\u0080': 6,
    '\u00f6': 7,
  };
  expect(Object.values(JSON.parse(canonicalJson(keys)) as object).length).toBe(7);
  expect(canonicalJson(keys)).toBe(
    '{"\\r":2,"1":4,"\u0080":6,"ö":7,"€":1,"\u{1f600}":5,"\ufb33":3}',
  );
});

test('refuses what JSON cannot say', () => {
  for (const number of [Number.NaN, Number.POSITIVE_INFINITY]) {
    expect(() => canonicalJson([number])).toThrow('JSON has no NaN and no infinity');
  }
  expect(() => canonicalJson('\ud800')).toThrow('JSON has no lone surrogates');
  expect(() => canonicalJson({ '\udc00': 1 })).toThrow('JSON has no lone surrogates');
  const absent: { [key: string]: Json } = JSON.parse('{}');
  expect(() => canonicalJson({ key: absent.key as Json })).toThrow('JSON has no undefined');
});
