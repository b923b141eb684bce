import { createPublicKey, verify } from 'node:crypto';
import { expect, test } from 'vitest';
import { signedBytes } from './dsse.ts';

// secure-systems-lab/dsse, protocol.md, "Test Vectors": ECDSA over P-256 and SHA-256, r and s one after the other.
const TYPE = 'http://example.com/HelloWorld';
const X = 46950820868899156662930047687818585632848591499744589407958293238635476079160n;
const Y = 5640078356564379163099075877009565129882514886557779369047442380624545832820n;
const SIGNATURE =
  'A3JqsQGtVsJ2O2xqrI5IcnXip5GToJ3F+FnZ+O88SjtR6rDAajabZKciJTfUiHqJPcIAriEGAHTVeCUjW2JIZA==';

const coordinate = (value: bigint) =>
  Buffer.from(value.toString(16).padStart(64, '0'), 'hex').toString('base64url');
const key = createPublicKey({
  format: 'jwk',
  key: { kty: 'EC', crv: 'P-256', x: coordinate(X), y: coordinate(Y) },
});
const isSigned = (bytes: Uint8Array) =>
  verify('sha256', bytes, { key, dsaEncoding: 'ieee-p1363' }, Buffer.from(SIGNATURE, 'base64'));

test('the published vector: the bytes, and the signature over them', () => {
  const bytes = signedBytes(TYPE, Buffer.from('hello world'));
  expect(Buffer.from(bytes).toString()).toBe(
    'DSSEv1 29 http://example.com/HelloWorld 11 hello world',
  );
  expect(isSigned(bytes)).toBe(true);
  expect(isSigned(signedBytes(`${TYPE} 11`, Buffer.from('hello world')))).toBe(false);
});

test('lengths are of bytes', () => {
  expect(Buffer.from(signedBytes('é', Buffer.from('ü'))).toString()).toBe('DSSEv1 2 é 2 ü');
});
