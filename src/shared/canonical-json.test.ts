import { expect, test } from 'vitest';
import { canonicalJson, type Json } from './canonical-json.ts';

// Examples of RFC 8785, sections 3.2.2 and 3.2.3.
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

// RFC 8785, appendix B: IEEE 754 bits and the expected text.
test.each([
  ['0000000000000000', '0'],
  ['8000000000000000', '0'],
  ['0000000000000001', '5e-324'],
  ['8000000000000001', '-5e-324'],
  ['7fefffffffffffff', '1.7976931348623157e+308'],
  ['4340000000000000', '9007199254740992'],
  ['c340000000000000', '-9007199254740992'],
  ['4430000000000000', '295147905179352830000'],
  ['44b52d02c7e14af5', '9.999999999999997e+22'],
  ['44b52d02c7e14af6', '1e+23'],
  ['44b52d02c7e14af7', '1.0000000000000001e+23'],
  ['444b1ae4d6e2ef4e', '999999999999999700000'],
  ['444b1ae4d6e2ef4f', '999999999999999900000'],
  ['444b1ae4d6e2ef50', '1e+21'],
  ['3eb0c6f7a0b5ed8c', '9.999999999999997e-7'],
  ['3eb0c6f7a0b5ed8d', '0.000001'],
  ['41b3de4355555553', '333333333.3333332'],
  ['41b3de4355555557', '333333333.33333343'],
  ['becbf647612f3696', '-0.0000033333333333333333'],
  ['43143ff3c1cb0959', '1424953923781206.2'],
])('writes the number %s of RFC 8785 as %s', (bits, text) => {
  const view = new DataView(new ArrayBuffer(8));
  view.setBigUint64(0, BigInt(`0x${bits}`));
  expect(canonicalJson(view.getFloat64(0))).toBe(text);
});

test('refuses values that JSON cannot represent', () => {
  for (const number of [Number.NaN, Number.POSITIVE_INFINITY]) {
    expect(() => canonicalJson([number])).toThrow('JSON cannot represent NaN or infinity');
  }
  expect(() => canonicalJson('\ud800')).toThrow('JSON cannot represent lone surrogates');
  expect(() => canonicalJson({ '\udc00': 1 })).toThrow('JSON cannot represent lone surrogates');
  const absent: { [key: string]: Json } = JSON.parse('{}');
  expect(() => canonicalJson({ key: absent.key as Json })).toThrow(
    'JSON cannot represent undefined',
  );
});
