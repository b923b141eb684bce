import { type Checkpoint, parseCheckpoint } from '../../engines/provenance/checkpoint.ts';
import { type NoteKey, parseNote, verifyNote } from '../../engines/provenance/note.ts';
import { verifyEd25519 } from '../../product/proof/signatures.ts';
import type { Verdict } from './findings.ts';

export type SignedCheckpoint = Checkpoint & { note: string; text: string };

export function signedCheckpoint(
  note: string,
  key: NoteKey,
  verdict: Verdict,
): SignedCheckpoint | null {
  const parsed = parseNote(note);
  const checkpoint = parsed && parseCheckpoint(parsed.text);
  if (parsed === null || checkpoint === null) {
    verdict.broken.push({
      kind: 'checkpoint unsigned',
      entry: null,
      what: 'The checkpoint is not valid.',
    });
    return null;
  }
  if (verifyNote(parsed, key, verifyEd25519) !== null && checkpoint.origin === key.name) {
    return { ...checkpoint, note, text: parsed.text };
  }
  const bySameName = parsed.signatures.some(({ name }) => name === key.name);
  const byThisKey = bySameName && verifiesUnderItsId(note, key);
  verdict.broken.push({
    kind: byThisKey ? 'checkpoint unsigned' : 'key swapped',
    entry: null,
    what: byThisKey
      ? 'The text of the checkpoint was changed after it was signed.'
      : `The checkpoint is signed by ${parsed.signatures.map(({ name }) => name).join(', ')}, not by the given key of ${key.name}.`,
  });
  return null;
}

/** Returns true if the note names this key, so that its text was changed. */
function verifiesUnderItsId(note: string, key: NoteKey): boolean {
  const parsed = parseNote(note);
  const asKnown = parsed && verifyNote({ ...parsed, text: '' }, key, () => true);
  return asKnown !== null;
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
