import { expect, test } from 'vitest';
import { verifyEd25519, verifyP256 } from './signatures.ts';

const bytes = (hex: string) => Buffer.from(hex, 'hex');

// C2SP/wycheproof, testvectors_v1/ed25519_test.json (Apache-2.0): the key and some of the 151 cases.
const ED25519 = bytes('7d4d0e7f6153a69b6242b522abbee685fda4420f8834b108c3bdae369ef549fa');
const GOOD =
  '7c38e026f29e14aabd059a0f2db8b0cd783040609a8be684db12f82a27774ab07a9155711ecfaf7f99f277bad0c6ae7e39d4eef676573336a5c51eb6f946b30d';
const R = GOOD.slice(0, 64);
const ORDER = 'edd3f55c1a631258d69cf7a2def9de1400000000000000000000000000000010';

test.each([
  [
    1,
    '',
    'd4fbdb52bfa726b44d1786a8c0d171c3e62ca83c9e5bbe63de0bb2483f8fd6cc1429ab72cafc41ab56af02ff8fcc43b99bfe4c7ae940f60f38ebaa9d311c4007',
    true,
  ],
  [3, '54657374', GOOD, true],
  [10, '3f', '0'.repeat(128), false],
  [13, '3f', `${'0'.repeat(64)}${ORDER}`, false],
  [15, '3f', `01${'0'.repeat(126)}`, false],
  [18, '3f', `01${'0'.repeat(62)}${ORDER}`, false],
  [20, '3f', `${ORDER}${'0'.repeat(64)}`, false],
  [30, '54657374', '', false],
  [31, '54657374', R, false],
  [32, '54657374', GOOD.slice(0, -4), false],
  [33, '54657374', `${GOOD}2020`, false],
  [35, '54657374', `00${GOOD}`, false],
  [36, '54657374', `${R}00${GOOD.slice(64)}`, false],
  [
    42,
    '313233343030',
    '647c1492402ab5ce03e2c3a7f0384d051b9cf3570f1207fc78c1bcc98c281c2b1d125e5538f38afbcc1c84e489521083041d24bc6240767029da063271a1ff0c',
    false,
  ],
  [
    59,
    '313233343030',
    '657c1492402ab5ce03e2c3a7f0384d051b9cf3570f1207fc78c1bcc98c281cab227aedf259f910f0f3a759a335062665217925d019173b88917eae294f75d40f',
    false,
  ],
  [
    60,
    '313233343030',
    `${'0'.repeat(64)}e0b8e7770d51c7a36375d006c5bffd6af43ff54aaf47e4330dc118c71d61ec02`,
    false,
  ],
  [
    61,
    '313233343030',
    `${'f'.repeat(64)}463a1908382e7eb7693acef9884f7cf931a215e0791876be22c631a59881fd0e`,
    false,
  ],
  [63, '54657374', `${R}67654bce3832c2d76f8f6f5dafc08d9339d4eef676573336a5c51eb6f946b31d`, false],
] as const)('wycheproof ed25519, case %i', (_, message, signature, valid) => {
  expect(verifyEd25519(ED25519, bytes(message), bytes(signature))).toBe(valid);
});

// C2SP/wycheproof, testvectors_v1/ecdsa_secp256r1_sha256_test.json: the second key and some of the 471 cases.
const P256 =
  '-----BEGIN PUBLIC KEY-----\nMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEKSexBRK64+3c/kZ4KBKLrSkDJpkZ\n9whgacjE32xzKDjHeHlk6qwA5ZIfsUmKYPRgZ2az2WhQAVWNGpdOc0FRPg==\n-----END PUBLIC KEY-----\n';
const INTEGER_R = '02202ba3a8be6b94d5ec80a6d9d1190a436effe50d85a1eee859b8cc6af9bd5c2e18';
const INTEGER_S = '022100b329f479a2bbd0a5c384ee1493b1f5186a87139cac5df4087c134b49156847db';
const PAIR = `${INTEGER_R}${INTEGER_S}`;

test.each([
  [5, `3044${INTEGER_R}02204cd60b855d442f5b3c7b11eb6c4e0ae7525fe710fab9aa7c77a67f79e6fadd76`, true],
  [
    6,
    `3044${INTEGER_R}0220b329f479a2bbd0a5c384ee1493b1f5186a87139cac5df4087c134b49156847db`,
    false,
  ],
  [7, `3045${PAIR}`, true],
  [8, `308145${PAIR}`, false],
  [9, `30820045${PAIR}`, false],
  [10, `3046${PAIR}`, false],
  [11, `3044${PAIR}`, false],
  [12, `30850100000045${PAIR}`, false],
  [13, `3089010000000000000045${PAIR}`, false],
  [14, `30847fffffff${PAIR}`, false],
  [16, `3084ffffffff${PAIR}`, false],
  [18, `3088ffffffffffffffff${PAIR}`, false],
] as const)('wycheproof ecdsa secp256r1 sha256, case %i', (_, signature, valid) => {
  expect(verifyP256(P256, bytes('313233343030'), bytes(signature))).toBe(valid);
});

test('a key of another curve verifies nothing', () => {
  const pem =
    '-----BEGIN PUBLIC KEY-----\nMCowBQYDK2VwAyEAfU0Of2FTpptiQrUiq77mhf2kQg+INLEIw72uNp71Sfo=\n-----END PUBLIC KEY-----\n';
  expect(verifyP256(pem, bytes('54657374'), bytes(GOOD))).toBe(false);
});
