import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, concatBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { canonicalJson, type Json } from '../../shared/canonical-json.ts';

/** Log entry. Persons and organizations are commitments: deleting a salt anonymizes the entry. */
export type LogEntry = {
  v: 1;
  /** Index of the leaf, from 0. */
  seq: number;
  /** Commitment to the organization; null for entries about the whole sandbox. */
  organization: string | null;
  /** Counter per organization, from 1 without gaps. */
  organization_seq: number;
  at: string;
  kind: string;
  subject: string;
  /** SHA-256 of the entry's subject: a file, a manifest, a report. */
  sha256: string | null;
  /** Commitment to the person; null if the sandbox itself acted. */
  actor: string | null;
  detail: { [key: string]: Json };
};

export const encodeEntry = (entry: LogEntry): Uint8Array => utf8ToBytes(canonicalJson(entry));

/** Decodes an entry; null if invalid or not canonically encoded. */
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

/** Returns the commitment to an id by a salt of 32 bytes; the database computes the same. */
export const commitmentTo = (salt: Uint8Array, id: string): string =>
  bytesToHex(sha256(concatBytes(salt, utf8ToBytes(id))));
