import { type Checkpoint, parseCheckpoint } from '../../engines/provenance/checkpoint.ts';
import { type Note, type NoteKey, parseNote, verifyNote } from '../../engines/provenance/note.ts';
import { type LogKeys, signerOf } from '../../product/proof/log-keys.ts';
import { verifyEd25519 } from '../../product/proof/signatures.ts';
import type { Broken, Verdict } from './findings.ts';

export type SignedCheckpoint = Checkpoint & {
  note: string;
  text: string;
  /** Key of files that belongs to the key that signed. */
  filesPem: string | null;
};

/** Explains a checkpoint that none of the trusted keys signed. */
function unsigned({ text, signatures }: Note, { origin, keys, lost }: LogKeys): Broken {
  const isOwn = keys.some(({ note: key }) => {
    const named = signatures.some(({ name }) => name === key.name);
    return named && verifyNote({ text: '', signatures }, key, () => true) !== null;
  });
  if (isOwn) {
    const what = 'The text of the checkpoint was changed after it was signed.';
    return { kind: 'checkpoint unsigned', entry: null, what };
  }
  const names = signatures.map(({ name }) => name).join(', ');
  const stated =
    lost === null || text.split('\n')[0] !== origin
      ? ''
      : ` It states that its key was lost after ${lost.size} entries: obtain the new key from the operator by another channel, and compare the log with --since.`;
  return {
    kind: 'key swapped',
    entry: null,
    what: `The checkpoint is signed by ${names}, not by the given key of ${origin}.${stated}`,
  };
}

/** Verifies a checkpoint by the keys of the log; an old key counts for entries up to its change. */
export function signedCheckpoint(
  note: string,
  keys: LogKeys,
  verdict: Verdict,
): SignedCheckpoint | null {
  const fail = (broken: Broken) => {
    verdict.broken.push(broken);
    return null;
  };
  const parsed = parseNote(note);
  const checkpoint = parsed && parseCheckpoint(parsed.text);
  if (parsed === null || checkpoint === null) {
    return fail({
      kind: 'checkpoint unsigned',
      entry: null,
      what: 'The checkpoint is not valid.',
    });
  }
  const signer = signerOf(parsed, keys);
  if (signer === null || checkpoint.origin !== keys.origin) return fail(unsigned(parsed, keys));
  const { last, filesPem } = signer;
  if (last !== null && checkpoint.size > last) {
    const what = `The checkpoint of ${checkpoint.size} entries is signed by a key that was replaced after ${last}.`;
    return fail({ kind: 'key replaced', entry: last, what });
  }
  return { ...checkpoint, note, text: parsed.text, filesPem };
}

export function addWitnesses(
  { note }: SignedCheckpoint,
  witnesses: readonly NoteKey[],
  verdict: Verdict,
): void {
  const parsed = parseNote(note)!;
  for (const key of witnesses) {
    const isNamed = verifyNote({ ...parsed }, key, () => true) !== null;
    const signed = verifyNote(parsed, key, verifyEd25519);
    if (signed !== null) {
      const at = new Date((signed.seconds ?? 0) * 1000).toISOString();
      verdict.outside.push({ kind: 'witness', name: key.name, at });
    } else if (isNamed) {
      verdict.broken.push({
        kind: 'witness contradicted',
        entry: null,
        what: `The signature of ${key.name} is not for this checkpoint.`,
      });
    } else {
      verdict.unchecked.push(`${key.name} has not signed this checkpoint.`);
    }
  }
}
