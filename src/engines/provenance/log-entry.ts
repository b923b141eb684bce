import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, concatBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { canonicalJson, type Json } from '../../shared/canonical-json.ts';

/**
 * What an entry of the log says. Persons and organizations are there as commitments alone, so that deleting a salt
 * makes an entry say nothing of anybody while every proof stays good.
 */
export type LogEntry = {
  /** Of the form of entries. */
  v: 1;
  /** Counted from 0: the index of the leaf. */
  seq: number;
  /** Commitment to the organization; null for what concerns the sandbox as a whole. */
  organization: string | null;
  /** Counted from 1 without gaps, for each organization. */
  organization_seq: number;
  at: string;
  kind: string;
  subject: string;
  /** Of what the entry is about: a file, a manifest, a report. */
  sha256: string | null;
  /** Commitment to the person; null where the sandbox itself acted. */
  actor: string | null;
  detail: { [key: string]: Json };
};

/** The bytes whose hash is the leaf. */
export const encodeEntry = (entry: LogEntry): Uint8Array => utf8ToBytes(canonicalJson(entry));

/** Null where the bytes are no entry, or are not written in the one way there is. */
export function decodeEntry(bytes: Uint8Array): LogEntry | null {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    const entry = JSON.parse(text) as LogEntry;
    const isEntry =
      entry.v === 1 && Number.isSafeInteger(entry.seq) && canonicalJson(entry) === text;
    return isEntry ? entry : null;
  } catch {
    return null;
  }
}

/** The commitment to an id by a salt of 32 bytes; the database makes the same. */
export const commitmentTo = (salt: Uint8Array, id: string): string =>
  bytesToHex(sha256(concatBytes(salt, utf8ToBytes(id))));
