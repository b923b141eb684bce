import { generateKeyPairSync, sign, verify } from 'node:crypto';
import { expect, test } from 'vitest';
import { followKeys, formatKeyChange, keyChangesIn, type PublicKeys } from './key-change.ts';
import type { NoteKey, Verify } from './note.ts';

const rawKeys = new Map<string, Parameters<typeof verify>[2]>();
const verifyBytes: Verify = (key, message, signature) =>
  verify(null, message, rawKeys.get(Buffer.from(key).toString('hex'))!, signature);

function makeKey(name = 'bank.example/log/1') {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const der = publicKey.export({ format: 'der', type: 'spki' });
  const raw = new Uint8Array(der.subarray(-32));
  rawKeys.set(Buffer.from(raw).toString('hex'), publicKey);
  const key: NoteKey = { name, kind: 'ed25519', publicKey: raw };
  const files = generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey;
  const filesPem = files.export({ format: 'pem', type: 'spki' }).toString();
  return {
    key,
    keys: { note: key, filesPem },
    sign: (bytes: Uint8Array) => sign(null, bytes, privateKey),
  };
}

type Pair = ReturnType<typeof makeKey>;
const [first, second, third] = [makeKey(), makeKey(), makeKey()];
const root = new Uint8Array(32).fill(7);
const change = (
  kind: 'rotated' | 'lost',
  [from, to]: [Pair, Pair],
  { size = 5, signers = [from, to] }: { size?: number; signers?: Pair[] } = {},
) => formatKeyChange({ kind, size, root, from: from.keys, to: to.keys }, signers);
const chain = [change('rotated', [first, second]), change('rotated', [second, third], { size: 9 })];
const follow = (keys: PublicKeys, changes: readonly string[]) =>
  followKeys(keys, changes, verifyBytes);

test('changes of keys are read back from a text with other lines', () => {
  const text = `# keys\n${first.keys.filesPem}${chain.join('\n')}# end\n`;
  expect(keyChangesIn(text)).toEqual(chain);
});

test.each([
  [
    'oldest',
    first,
    [
      [first, 5],
      [second, 9],
      [third, null],
    ],
  ],
  [
    'middle',
    second,
    [
      [second, 9],
      [third, null],
      [first, 5],
    ],
  ],
  [
    'newest',
    third,
    [
      [third, null],
      [second, 9],
      [first, 5],
    ],
  ],
] as const)(
  'a verifier with the %s key follows the chain in both directions',
  (_, own, expected) => {
    const { keys, lost } = follow(own.keys, chain);
    expect(keys).toEqual(expected.map(([pair, last]) => ({ ...pair.keys, last })));
    expect(lost).toBeNull();
  },
);

test('a rotation that the old or the new key has not signed is not followed', () => {
  for (const signers of [[first], [second], [third], []]) {
    const forged = signers.length === 0 ? '' : change('rotated', [first, second], { signers });
    for (const own of [first, second]) expect(follow(own.keys, [forged]).keys).toHaveLength(1);
  }
});

test('an edited rotation is not followed', () => {
  const edited = chain[0]!.replace('\n5\n', '\n6\n');
  expect(follow(first.keys, [edited]).keys).toHaveLength(1);
});

test('after a loss the new key vouches for the old one, and nobody for the new one', () => {
  const changes = [change('lost', [first, second], { signers: [second] })];
  const before = follow(first.keys, changes);
  expect(before.keys).toEqual([{ ...first.keys, last: 5 }]);
  expect(before.lost?.to).toEqual(second.keys);
  const after = follow(second.keys, changes);
  expect(after.keys.map(({ last }) => last)).toEqual([null, 5]);
});

test('keys of another log are not followed', () => {
  const other = makeKey('other.example');
  expect(follow(first.keys, [change('rotated', [first, other])]).keys).toHaveLength(1);
});

test('changes in a circle end', () => {
  const circle = [...chain, change('rotated', [third, first])];
  expect(follow(first.keys, circle).keys).toHaveLength(3);
});
