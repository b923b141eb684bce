import { formatCheckpoint, parseCheckpoint } from './checkpoint.ts';
import type { Hash } from './merkle.ts';
import {
  formatKey,
  type NoteKey,
  parseKey,
  parseNote,
  type Sign,
  signatureLine,
  type Verify,
  verifyNote,
} from './note.ts';

/** Public keys of a log: for checkpoints, and for files (P-256 in PEM). */
export type PublicKeys = { note: NoteKey; filesPem: string | null };

/**
 * Change of a log's keys after `size` entries. The old key signs a rotation, the new one signs each
 * change; nobody but the new key vouches for a change after a loss.
 */
export type KeyChange = {
  kind: 'rotated' | 'lost';
  size: number;
  root: Hash;
  from: PublicKeys;
  to: PublicKeys;
};

/** Keys that sign a log; the old ones only up to `last` entries. */
export type TrustedKeys = PublicKeys & { last: number | null };

type SignedChange = KeyChange & { isSignedBy: (key: NoteKey, verify: Verify) => boolean };

const FORMAT = 'sandbox-key-change/1';
const NOTES = /^\S+\n\d+\n\S+\nsandbox-key-change\/1 [\s\S]*?\n\n(?:— [^\n]+\n)+/gmu;

const linesOf = ({ note, filesPem }: PublicKeys) => [
  formatKey(note),
  filesPem?.replace(/-----[^-]+-----|\n/g, '') ?? '-',
];

function keysIn(key: string | undefined, files: string | undefined): PublicKeys | null {
  const note = parseKey(key ?? '');
  if (note === null || files === undefined) return null;
  const body = files.match(/.{1,64}/g)?.join('\n') ?? '';
  const pem = `-----BEGIN PUBLIC KEY-----\n${body}\n-----END PUBLIC KEY-----\n`;
  return { note, filesPem: files === '-' ? null : pem };
}

/** Formats a signed change: a checkpoint (C2SP) with five more lines, signed by the given keys. */
export function formatKeyChange(
  { kind, size, root, from, to }: KeyChange,
  signers: readonly { key: NoteKey; sign: Sign }[],
): string {
  const head = formatCheckpoint({ origin: to.note.name, size, root });
  const lines = [`${FORMAT} ${kind}`, ...linesOf(from), ...linesOf(to)];
  const text = `${head}${lines.join('\n')}\n`;
  return `${text}\n${signers.map(({ key, sign }) => signatureLine(text, key, sign)).join('')}`;
}

function parseOne(text: string): SignedChange | null {
  const note = parseNote(text);
  const checkpoint = note && parseCheckpoint(note.text);
  if (!note || !checkpoint) return null;
  const [head, fromKey, fromFiles, toKey, toFiles, end] = note.text.split('\n').slice(3);
  const kind = head?.slice(FORMAT.length + 1);
  const [from, to] = [keysIn(fromKey, fromFiles), keysIn(toKey, toFiles)];
  if ((kind !== 'rotated' && kind !== 'lost') || end !== '' || from === null || to === null) {
    return null;
  }
  const { origin, size, root } = checkpoint;
  if (from.note.name !== origin || to.note.name !== origin) return null;
  const isSignedBy: SignedChange['isSignedBy'] = (key, verify) =>
    verifyNote(note, key, verify) !== null;
  return { kind, size, root, from, to, isSignedBy };
}

/** Returns the texts of the changes of keys in a key file, oldest first. */
export const keyChangesIn = (text: string): string[] => text.match(NOTES) ?? [];

const isSame = (a: NoteKey, b: NoteKey) => formatKey(a) === formatKey(b);

/**
 * Follows changes of keys from a trusted one: to its successors if it signed them, and to its
 * predecessors, for which it vouches.
 *
 * @returns the keys, the trusted one first, and the change after which nobody but a new key vouches
 */
export function followKeys(
  trusted: PublicKeys,
  changes: readonly string[],
  verify: Verify,
): { keys: TrustedKeys[]; lost: KeyChange | null } {
  const valid = changes
    .map(parseOne)
    .filter((change) => change !== null)
    .filter((change) => change.isSignedBy(change.to.note, verify))
    .filter((change) => change.kind === 'lost' || change.isSignedBy(change.from.note, verify));
  const keys: TrustedKeys[] = [{ ...trusted, last: null }];
  const isKnown = (key: NoteKey) => keys.some(({ note }) => isSame(note, key));
  let [newest, oldest] = [keys[0]!, keys[0]!];
  let lost: KeyChange | null = null;
  for (;;) {
    const change = valid.find(({ from }) => isSame(from.note, newest.note));
    if (change === undefined || isKnown(change.to.note)) break;
    newest.last = change.size;
    if (change.kind === 'lost') {
      lost = change;
      break;
    }
    newest = { ...change.to, last: null };
    keys.push(newest);
  }
  for (;;) {
    const change = valid.find(({ to }) => isSame(to.note, oldest.note));
    if (change === undefined || isKnown(change.from.note)) return { keys, lost };
    oldest = { ...change.from, last: change.size };
    keys.push(oldest);
  }
}
