import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startBeforeTests } from '../../../test/support/before-tests.ts';
import { longTest } from '../../../test/support/long-test.ts';
import { formatWitnessRequest } from '../../engines/provenance/log-proof.ts';
import { formatKey, parseNote, verifyNote } from '../../engines/provenance/note.ts';
import {
  collectCosignatures,
  collectTimestamp,
  type OutsideOptions,
} from './collect-signatures.ts';
import { readPublished, storeReader } from './log-files.ts';
import { ownKeys } from './log-key.ts';
import { sealLog } from './seal-log.ts';
import { openLogUnderTest } from './sealed-log.fixture.ts';
import { serveWitness } from './serve-witness.fixture.ts';
import { verifyEd25519 } from './signatures.ts';
import { openTimeAuthority, serveTimeAuthority } from './time-authority.fixture.ts';
import { readTimestamp } from './timestamp-token.ts';
import { openWitness, type Witness } from './witness.ts';

const log = startBeforeTests(openLogUnderTest);
const NOW = Date.UTC(2026, 10, 22, 12);
const errors: string[] = [];
let witness: Witness;
let served: { url: string; close: () => Promise<void> };

const options = (change: Partial<OutsideOptions> = {}): OutsideOptions => ({
  ...log.sealing,
  witnessUrls: [`${served.url}#${formatKey(witness.key)}`],
  timestampUrl: undefined,
  log: {
    error: ({ err }: { err: Error }) => errors.push(err.message),
    warn: () => {},
    info: () => {},
  } as unknown as OutsideOptions['log'],
  ...change,
});
const statePath = () => join(log.folder, 'witness.json');
const open = () =>
  openWitness(statePath(), {
    log: () => ownKeys(log.key),
    name: 'auditor.example/w1',
    now: () => NOW,
  });

beforeAll(async () => {
  witness = open();
  served = await serveWitness({ addCheckpoint: (body) => witness.addCheckpoint(body) });
});
afterAll(() => served.close());

test('a witness signs each checkpoint consistent with the previous one, also after a restart', async () => {
  for (const entries of [3, 0, 300, 5]) {
    await log.write(entries);
    await collectCosignatures(options(), (await sealLog(log.sealing))!);
    const published = (await readPublished(storeReader(log.files), ownKeys(log.key)))!;
    const note = parseNote(published.note)!;
    expect(verifyNote(note, witness.key, verifyEd25519)).toEqual({ seconds: NOW / 1000 });
    expect(note.signatures).toHaveLength(2);
    witness = open();
  }
  expect(errors).toEqual([]);
  const { rows } = await log.db.database.owner.query(
    "select name, signed_at::text from log.outside_signatures where kind = 'witness' order by id",
  );
  expect(rows).toHaveLength(4);
  expect(rows[0]).toEqual({ name: 'auditor.example/w1', signed_at: '2026-11-22 12:00:00+00' });
});

test('a witness refuses a checkpoint inconsistent with the last one', async () => {
  const published = (await readPublished(storeReader(log.files), ownKeys(log.key)))!;
  const { size, note: checkpoint } = published;
  const ask = (request: Parameters<typeof formatWitnessRequest>[0]) =>
    witness.addCheckpoint(formatWitnessRequest(request)).status;
  const hash = new Uint8Array(32);
  expect(ask({ oldSize: 0, proof: [], checkpoint })).toBe(409);
  expect(ask({ oldSize: size + 1, proof: [], checkpoint })).toBe(400);
  expect(ask({ oldSize: size, proof: [hash], checkpoint })).toBe(422);
  expect(
    ask({ oldSize: size, proof: [], checkpoint: checkpoint.replace(`${size}`, `${size + 1}`) }),
  ).toBe(403);
  expect(
    ask({
      oldSize: size,
      proof: [],
      checkpoint: checkpoint.replaceAll(log.key.origin, 'other.example'),
    }),
  ).toBe(404);
  expect(witness.addCheckpoint('nothing').status).toBe(400);
});

longTest('a log that was rewritten with its own key gets no signature', async () => {
  // A forked history with the same origin and key: an attacker controls files and database.
  const other = await openLogUnderTest();
  try {
    await other.write(400);
    const forged = (await sealLog({ ...other.sealing, key: log.key }))!;
    errors.length = 0;
    await collectCosignatures(options({ files: other.files, pool: other.sealing.pool }), forged);
    expect(errors).toEqual([expect.stringContaining('refused: 422')]);
  } finally {
    await other.close();
  }
});

test('a witness that answers another key, or nothing, changes nothing', async () => {
  const published = (await readPublished(storeReader(log.files), ownKeys(log.key)))!;
  errors.length = 0;
  const stranger = openWitness(join(log.folder, 'other.json'), {
    log: () => ownKeys(log.key),
    name: 'auditor.example/w1',
  });
  const witnessUrls = [`${served.url}#${formatKey(stranger.key)}`, 'http://127.0.0.1:9'];
  expect(await collectCosignatures(options({ witnessUrls }), published)).toBe(published);
  expect(errors).toEqual(['The witness did not sign as auditor.example/w1.', 'fetch failed']);
});

test('an authority stamps the time on a checkpoint', async () => {
  const authority = openTimeAuthority();
  const server = await serveTimeAuthority(authority);
  try {
    const published = (await readPublished(storeReader(log.files), ownKeys(log.key)))!;
    errors.length = 0;
    const token = await collectTimestamp(options({ timestampUrl: server.url }), published);
    expect(errors).toEqual([]);
    const text = Buffer.from(parseNote(published.note)!.text);
    const { name } = await readTimestamp(token!, text, [authority.authority]);
    expect(name).toContain('Test stamper');
    expect(
      await collectTimestamp(options({ timestampUrl: `${served.url}/x` }), published),
    ).toBeNull();
    expect(errors).toHaveLength(1);
  } finally {
    await server.close();
    authority.close();
  }
});
