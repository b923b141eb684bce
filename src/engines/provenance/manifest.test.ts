import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { type Manifest, sealManifest } from './manifest.ts';
import { sha256Hex } from './sha256.ts';

// FIPS 180-4's example "abc", and the digest of no bytes.
test('SHA-256 of the published examples', () => {
  expect(sha256Hex('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  expect(sha256Hex('')).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
});

test('a manifest is sealed by the digest of its canonical JSON', () => {
  const manifest: Manifest = {
    format: 'sandbox-manifest/1',
    engine: { name: 'simulate', version: '1.0.0' },
    seed: '7',
    request: { rows: 10 },
    source: null,
    counts: { transactions: 10 },
    files: [{ name: 'transactions.csv', rows: 10, bytes: 512, sha256: 'ab' }],
    notes: {},
  };
  // Keys in the order of RFC 8785, written by hand.
  const canonical =
    '{"counts":{"transactions":10},"engine":{"name":"simulate","version":"1.0.0"},' +
    '"files":[{"bytes":512,"name":"transactions.csv","rows":10,"sha256":"ab"}],' +
    '"format":"sandbox-manifest/1","notes":{},"request":{"rows":10},"seed":"7","source":null}';
  const sha256 = createHash('sha256').update(canonical).digest('hex');
  expect(sealManifest(manifest)).toEqual({ ...manifest, sha256 });
});
