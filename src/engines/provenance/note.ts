import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, concatBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { fromBase64, toBase64 } from './base64.ts';

/** Signed messages: texts, or checkpoints with time (C2SP signed-note, tlog-cosignature). */
type KeyKind = 'ed25519' | 'cosignature';
const TYPES: Record<KeyKind, number> = { ed25519: 1, cosignature: 4 };

/** Key that verifies signatures of notes. `publicKey` is Ed25519, 32 bytes. */
export type NoteKey = { name: string; kind: KeyKind; publicKey: Uint8Array };

/** Verifies or creates an Ed25519 signature (RFC 8032); supplied by the caller. */
export type Verify = (publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array) => boolean;
export type Sign = (message: Uint8Array) => Uint8Array;

type NoteSignature = { name: string; keyId: string; signature: Uint8Array };
export type Note = { text: string; signatures: NoteSignature[] };

const MAX_SIGNATURES = 64;
const NAME = /^[^\s+]+$/u;

function keyIdOf({ name, kind, publicKey }: NoteKey): string {
  const bytes = concatBytes(utf8ToBytes(`${name}\n`), Uint8Array.of(TYPES[kind]), publicKey);
  return bytesToHex(sha256(bytes).subarray(0, 4));
}

/** Formats a key for publication: name, id and key, joined by plus signs. */
export function formatKey(key: NoteKey): string {
  const material = concatBytes(Uint8Array.of(TYPES[key.kind]), key.publicKey);
  return `${key.name}+${keyIdOf(key)}+${toBase64(material)}`;
}

/** Parses a published key; null if invalid or if the id belongs to another key. */
export function parseKey(text: string): NoteKey | null {
  const [, name, keyId, encoded] = /^([^\s+]+)\+([0-9a-f]{8})\+(\S+)$/u.exec(text) ?? [];
  const material = encoded === undefined ? null : fromBase64(encoded);
  if (name === undefined || material === null || material.length !== 33) return null;
  const kind = (Object.keys(TYPES) as KeyKind[]).find(
    (candidate) => TYPES[candidate] === material[0],
  );
  if (kind === undefined) return null;
  const key = { name, kind, publicKey: material.subarray(1) };
  return keyIdOf(key) === keyId ? key : null;
}

function parseSignature(line: string): NoteSignature | null {
  const [, name, encoded] = /^— (\S+) (\S+)$/u.exec(line) ?? [];
  const bytes = encoded === undefined ? null : fromBase64(encoded);
  if (name === undefined || !NAME.test(name) || bytes === null || bytes.length < 5) return null;
  return { name, keyId: bytesToHex(bytes.subarray(0, 4)), signature: bytes.subarray(4) };
}

/** Parses a note into text and unverified signatures; null if invalid. */
export function parseNote(note: string): Note | null {
  const split = note.lastIndexOf('\n\n');
  // biome-ignore lint/suspicious/noControlCharactersInRegex: a note has none but line ends
  if (split < 0 || !note.endsWith('\n') || /[\u0000-\u0009\u000b-\u001f]/.test(note)) return null;
  const lines = note.slice(split + 2, -1).split('\n');
  const signatures = lines.map(parseSignature);
  if (lines.length > MAX_SIGNATURES || !signatures.every((signature) => signature !== null)) {
    return null;
  }
  return { text: note.slice(0, split + 1), signatures };
}

/** Returns the signed message: the text, or for a witness the text and its time. */
function signedBytes(kind: KeyKind, text: string, time: bigint): Uint8Array {
  return utf8ToBytes(kind === 'ed25519' ? text : `cosignature/v1\ntime ${time}\n${text}`);
}

/** Signs a note's text; returns the line with its end. Cosignatures contain the seconds. */
export function signatureLine(text: string, key: NoteKey, sign: Sign, seconds = 0): string {
  const time = BigInt(seconds);
  const signature = sign(signedBytes(key.kind, text, time));
  const id = Uint8Array.from(keyIdOf(key).match(/../g)!, (byte) => Number.parseInt(byte, 16));
  const stamp = new Uint8Array(key.kind === 'cosignature' ? 8 : 0);
  if (stamp.length > 0) new DataView(stamp.buffer).setBigUint64(0, time);
  return `— ${key.name} ${toBase64(concatBytes(id, stamp, signature))}\n`;
}

/** Valid signature, with the seconds since 1970 that a witness states; null without a time. */
export type Signed = { seconds: number | null };

function verifyOne(
  text: string,
  key: NoteKey,
  signature: Uint8Array,
  verify: Verify,
): Signed | null {
  const stampBytes = key.kind === 'cosignature' ? 8 : 0;
  if (signature.length !== stampBytes + 64) return null;
  const view = new DataView(signature.buffer, signature.byteOffset);
  const time = stampBytes === 0 ? 0n : view.getBigUint64(0);
  const message = signedBytes(key.kind, text, time);
  if (!verify(key.publicKey, message, signature.subarray(stampBytes))) return null;
  return { seconds: stampBytes === 0 ? null : Number(time) };
}

/**
 * Verifies that a key signed the note; null if not. Signatures of other keys are ignored, even with
 * the same name or id; if this key has several, all must be valid.
 */
export function verifyNote(note: Note, key: NoteKey, verify: Verify): Signed | null {
  const keyId = keyIdOf(key);
  const verified = note.signatures
    .filter((signature) => signature.name === key.name && signature.keyId === keyId)
    .map(({ signature }) => verifyOne(note.text, key, signature, verify));
  return verified.includes(null) ? null : (verified[0] ?? null);
}
