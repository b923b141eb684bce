import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { formatCheckpoint } from '../../engines/provenance/checkpoint.ts';
import { leafHash, treeRoot } from '../../engines/provenance/merkle.ts';
import { signatureLine } from '../../engines/provenance/note.ts';
import { openLogKey, ownKeys } from '../../product/proof/log-key.ts';
import { newVerdict } from './findings.ts';
import { addSince } from './since.ts';
import { signedCheckpoint } from './verify-checkpoint.ts';

const folder = mkdtempSync(join(tmpdir(), 'since '));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const key = openLogKey(join(folder, 'log-key'), 'sandbox.example');

const rootAt = (size: number) =>
  treeRoot(Array.from({ length: size }, (_, i) => leafHash(Uint8Array.of(i))));

function noteOf(size: number): string {
  const text = formatCheckpoint({ origin: key.origin, size, root: rootAt(size) });
  return `${text}\n${signatureLine(text, key.noteKey, key.sign)}`;
}

function verdictOf(now: number, before: number, roots?: typeof rootAt) {
  const verdict = newVerdict();
  const checkpoint = signedCheckpoint(noteOf(now), ownKeys(key), verdict)!;
  addSince(checkpoint, { since: noteOf(before), keys: ownKeys(key), verdict }, roots);
  return { ...verdict, kinds: verdict.broken.map(({ kind }) => kind) };
}

test('a log is verified against an earlier checkpoint', () => {
  expect(verdictOf(5, 3, rootAt).checked).toEqual([
    'The first 3 entries match the earlier checkpoint.',
  ]);
  expect(verdictOf(3, 5, rootAt).kinds).toEqual(['log rolled back']);
});

test('a batch has the checkpoint of its day, which is no sign of a log that was rolled back', () => {
  for (const [now, before] of [
    [3, 5],
    [5, 3],
  ] as const) {
    expect(verdictOf(now, before)).toMatchObject({
      kinds: [],
      checked: [],
      notDone: [expect.stringContaining('requires the folder of the log')],
    });
  }
  expect(verdictOf(5, 5).checked).toEqual(['The checkpoint equals the earlier one.']);
});
