import { createHash, generateKeyPairSync, sign, verify } from 'node:crypto';
import { expect, test } from 'vitest';
import { croissantOf } from './croissant.ts';
import { commitmentTo, decodeEntry, encodeEntry, type LogEntry } from './log-entry.ts';
import {
  formatLogProof,
  formatWitnessRequest,
  parseLogProof,
  parseWitnessRequest,
} from './log-proof.ts';
import { sealManifest } from './manifest.ts';
import { modelSignature, provenanceStatement, readModelSignature } from './statement.ts';

const sha = (text: string) => createHash('sha256').update(text).digest('hex');
const files = [
  { name: 'transactions.csv', sha256: sha('b') },
  { name: 'manifest.json', sha256: sha('a') },
];
const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const signP256 = (bytes: Uint8Array) => sign('sha256', bytes, privateKey);
const verifyP256 = (bytes: Uint8Array, signature: Uint8Array) =>
  verify('sha256', bytes, publicKey, signature);

test('a model signature names the files by name and one digest over theirs', () => {
  const bundle = modelSignature('batch', files, { keyHint: 'ab', sign: signP256 });
  const text = JSON.stringify(bundle);
  expect(readModelSignature(text, verifyP256).map(({ name }) => name)).toEqual([
    'manifest.json',
    'transactions.csv',
  ]);
  const { payload } = JSON.parse(text).dsseEnvelope;
  const statement = JSON.parse(Buffer.from(payload, 'base64').toString());
  // Digest over the concatenated digests, in name order.
  const joined = Buffer.from(sha('a') + sha('b'), 'hex');
  expect(statement.subject[0].digest.sha256).toBe(
    createHash('sha256').update(joined).digest('hex'),
  );
  const other = text.replace(payload, Buffer.from('{}').toString('base64'));
  expect(() => readModelSignature(other, verifyP256)).toThrow(
    'the signature does not match the key',
  );
  expect(() => readModelSignature('{}')).toThrow('not a model signature');
});

test('a signature covers the type and the length, as DSSE has it', () => {
  let signed = new Uint8Array();
  modelSignature('batch', [], {
    keyHint: '',
    sign: (bytes) => {
      signed = Uint8Array.from(bytes);
      return bytes;
    },
  });
  const text = Buffer.from(signed).toString();
  const [, length, payload] = /^DSSEv1 28 application\/vnd\.in-toto\+json (\d+) (.*)$/.exec(text)!;
  expect(Number(length)).toBe(payload!.length);
});

test('a statement names the source that a batch was learned from', () => {
  const manifest = sealManifest({
    format: 'sandbox-manifest/1',
    engine: { name: 'synthesize', version: '2' },
    seed: '7',
    request: { count: 2 },
    source: { sha256: 'cd' },
    counts: {},
    files: [],
    notes: {},
  });
  const batch = { id: 'b1', builder: 'https://sandbox.example', files: [files[0]!] };
  expect(provenanceStatement(batch, manifest)).toMatchObject({
    subject: [{ name: 'transactions.csv', digest: { sha256: sha('b') } }],
    predicateType: 'https://slsa.dev/provenance/v1',
    predicate: {
      buildDefinition: {
        externalParameters: { seed: '7', request: { count: 2 } },
        resolvedDependencies: [{ digest: { sha256: 'cd' } }],
      },
      runDetails: { builder: { id: 'https://sandbox.example' } },
    },
  });
});

test('a catalog reads file, hash and columns', () => {
  const described = croissantOf({
    name: 'Batch',
    description: 'Synthetic.',
    version: '1',
    published: '2026-11-22',
    files: [{ ...files[0]!, bytes: 10, columns: [{ name: 'amount', type: 'number' }] }],
  });
  expect(described).toMatchObject({
    distribution: [{ contentUrl: 'transactions.csv', sha256: sha('b') }],
    recordSet: [{ field: [{ name: 'transactions/amount', dataType: 'sc:Float' }] }],
  });
});

const entry: LogEntry = {
  v: 1,
  seq: 4,
  organization: 'ab',
  organization_seq: 2,
  at: '2026-11-22T10:00:00.000000Z',
  kind: 'batch.completed',
  subject: 'b1',
  sha256: 'cd',
  actor: null,
  detail: { records: 3 },
};

test('an entry has one spelling, and any other is none', () => {
  const bytes = encodeEntry(entry);
  expect(decodeEntry(bytes)).toEqual(entry);
  expect(decodeEntry(Buffer.from(JSON.stringify(entry)))).toBeNull();
  expect(decodeEntry(Buffer.from('{"v":1}'))).toBeNull();
  expect(decodeEntry(Uint8Array.of(0xff))).toBeNull();
  expect(commitmentTo(new Uint8Array(32), 'x')).toBe(sha(`${'\0'.repeat(32)}x`));
});

test('proofs and requests of witnesses are read as they were written', () => {
  const proof = {
    entry: encodeEntry(entry),
    index: 4,
    proof: [new Uint8Array(32)],
    checkpoint: 'log\n5\nAAAA\n\n— log AAAA\n',
  };
  const text = formatLogProof(proof);
  expect(text.startsWith('c2sp.org/tlog-proof@v1\nextra ')).toBe(true);
  const parsed = parseLogProof(text)!;
  expect({ ...parsed, entry: decodeEntry(parsed.entry) }).toEqual({ ...proof, entry });
  expect(parseLogProof(text.replace('index 4', 'index 04'))).toBeNull();
  expect(parseLogProof(text.replace('@v1', '@v2'))).toBeNull();
  const request = { oldSize: 3, proof: proof.proof, checkpoint: proof.checkpoint };
  expect(parseWitnessRequest(formatWitnessRequest(request))).toEqual(request);
  expect(parseWitnessRequest('old -1\n\n')).toBeNull();
});
