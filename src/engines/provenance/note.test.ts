import { createPrivateKey, createPublicKey, generateKeyPairSync, sign, verify } from 'node:crypto';
import { expect, test } from 'vitest';
import { formatCheckpoint, parseCheckpoint } from './checkpoint.ts';
import { formatKey, type NoteKey, parseKey, parseNote, signatureLine, verifyNote } from './note.ts';

const verifyEd25519 = (publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array) =>
  verify(
    null,
    message,
    createPublicKey({
      key: { kty: 'OKP', crv: 'Ed25519', x: Buffer.from(publicKey).toString('base64url') },
      format: 'jwk',
    }),
    signature,
  );

// Example in the documentation of golang.org/x/mod/sumdb/note, which C2SP signed-note describes.
const GO_KEY = 'PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW';
const GO_NOTE = `If you think cryptography is the answer to your problem,
then you don't know what your problem is.

— PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=
`;

test('the published note is good, and no other is', () => {
  const key = parseKey(GO_KEY)!;
  expect(formatKey(key)).toBe(GO_KEY);
  expect(verifyNote(parseNote(GO_NOTE)!, key, verifyEd25519)).toEqual({ seconds: null });
  const changed = parseNote(GO_NOTE.replace("don't", 'do'))!;
  expect(verifyNote(changed, key, verifyEd25519)).toBeNull();
  const renamed = parseNote(GO_NOTE.replace('— PeterNeumann', '— EnochRoot'))!;
  expect(verifyNote(renamed, key, verifyEd25519)).toBeNull();
});

test('keys whose id or material is not theirs are refused', () => {
  for (const text of [
    GO_KEY.replace('c74f20a3', 'c74f20a4'),
    GO_KEY.replace('+ARpc', '+BRpc'),
    GO_KEY.slice(0, -4),
    GO_KEY.replace('PeterNeumann', 'Peter Neumann'),
    '',
  ]) {
    expect(parseKey(text)).toBeNull();
  }
});

test('refuses invalid notes', () => {
  for (const text of [
    '',
    'a text\n',
    'a text\n\nno signature\n',
    GO_NOTE.slice(0, -1),
    GO_NOTE.replace('if', 'a\tb').replace('\nthen', '\r\nthen'),
    GO_NOTE.replace('x08go/', 'x08go'),
  ]) {
    expect(parseNote(text)).toBeNull();
  }
});

function newKey(name: string, kind: NoteKey['kind']) {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const raw = Buffer.from(publicKey.export({ format: 'jwk' }).x!, 'base64url');
  const key: NoteKey = { name, kind, publicKey: raw };
  const pem = privateKey.export({ format: 'pem', type: 'pkcs8' });
  return { key, sign: (message: Uint8Array) => sign(null, message, createPrivateKey(pem)) };
}

test('a log and a witness sign one checkpoint, and neither passes for the other', () => {
  const log = newKey('sandbox.example/log', 'ed25519');
  const witness = newKey('auditor.example/w1', 'cosignature');
  const text = formatCheckpoint({ origin: log.key.name, size: 7, root: new Uint8Array(32) });
  const note = parseNote(
    `${text}\n${signatureLine(text, log.key, log.sign)}${signatureLine(text, witness.key, witness.sign, 1_790_000_000)}`,
  )!;
  expect(parseCheckpoint(note.text)).toEqual({
    origin: 'sandbox.example/log',
    size: 7,
    root: new Uint8Array(32),
  });
  expect(verifyNote(note, log.key, verifyEd25519)).toEqual({ seconds: null });
  expect(verifyNote(note, witness.key, verifyEd25519)).toEqual({ seconds: 1_790_000_000 });
  const posing = { ...log.key, kind: 'cosignature' } as const;
  expect(verifyNote(note, posing, verifyEd25519)).toBeNull();
  // The time is signed as well.
  const other = signatureLine(text, witness.key, witness.sign, 1_790_000_001);
  const last = note.signatures[1]!;
  const swapped = parseNote(`${text}\n${other}`)!.signatures[0]!;
  swapped.signature.set(last.signature.subarray(0, 8));
  expect(verifyNote({ text, signatures: [swapped] }, witness.key, verifyEd25519)).toBeNull();
});

test('two signatures by one key have to be good both', () => {
  const log = newKey('sandbox.example/log', 'ed25519');
  const good = signatureLine('a\n', log.key, log.sign);
  const bad = signatureLine('b\n', log.key, log.sign);
  expect(verifyNote(parseNote(`a\n\n${good}`)!, log.key, verifyEd25519)).not.toBeNull();
  expect(verifyNote(parseNote(`a\n\n${good}${bad}`)!, log.key, verifyEd25519)).toBeNull();
});

test.each(['', 'x\n', 'x\n1\n', 'x\n01\nAAAA\n', 'x\n-1\nAAAA\n', 'x\n1\nAAAA\n'])(
  'no checkpoint: %j',
  (text) => expect(parseCheckpoint(text)).toBeNull(),
);
