import {
  followKeys,
  type KeyChange,
  keyChangesIn,
  type TrustedKeys,
} from '../../engines/provenance/key-change.ts';
import { type Note, parseKey, verifyNote } from '../../engines/provenance/note.ts';
import { AppError } from '../../shared/errors.ts';
import { verifyEd25519 } from './signatures.ts';

/** Keys of a log that follow from the trusted one, which is the first. */
export type LogKeys = {
  origin: string;
  keys: readonly TrustedKeys[];
  /** Change after which nobody but the new key itself vouches for it; null without one. */
  lost: KeyChange | null;
  text: string;
};

const PUBLIC_KEY = /-----BEGIN PUBLIC KEY-----[^-]+-----END PUBLIC KEY-----\n?/;

/**
 * Reads the key that a text names, and follows the changes of keys in it and in `also`.
 *
 * @throws AppError if the text does not name exactly one key
 */
export function logKeysIn(text: string, from: string, also = ''): LogKeys {
  const changes = keyChangesIn(text);
  const head = changes.reduce((rest, change) => rest.replace(change, ''), text);
  const named = head
    .split('\n')
    .map((line) => parseKey(line.trim()))
    .filter((key) => key?.kind === 'ed25519');
  const [note] = named;
  if (!note || named.length !== 1) {
    throw new AppError('bad_request', `${from}: expected exactly one public key of a log.`);
  }
  const trusted = { note, filesPem: head.match(PUBLIC_KEY)?.[0] ?? null };
  const { keys, lost } = followKeys(trusted, [...changes, ...keyChangesIn(also)], verifyEd25519);
  return { origin: note.name, keys, lost, text };
}

/** Returns the keys, followed with the changes in another text of the same log too. */
export const followedIn = (keys: LogKeys, also: string): LogKeys =>
  logKeysIn(keys.text, 'the key', also);

/** Returns the keys that signed a note; null if none of the log did. */
export const signerOf = (note: Note, { keys }: LogKeys): TrustedKeys | null =>
  keys.find((key) => verifyNote(note, key.note, verifyEd25519) !== null) ?? null;
