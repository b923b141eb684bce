import { fromBase64, toBase64 } from './base64.ts';
import type { Hash } from './merkle.ts';

/** Proof that the log contains an evidence pack's index. */
export type PackReceipt = {
  /** C2SP tlog-proof of the entry `pack.made`, with its checkpoint. */
  proof: string;
  /** Leads from the pack's checkpoint to the receipt's (RFC 9162). */
  consistency: Hash[];
  /** RFC 3161 token for the receipt's checkpoint. */
  timestamp: Uint8Array | null;
  /** Changes of the log's keys, which the pack may lack: a receipt can be made later. */
  keyChanges: string;
};

const FORMAT = 'sandbox-pack-receipt/1';

export const formatPackReceipt = ({
  proof,
  consistency,
  timestamp,
  keyChanges,
}: PackReceipt): string =>
  `${JSON.stringify(
    {
      format: FORMAT,
      proof,
      consistency: consistency.map(toBase64),
      timestamp: timestamp && toBase64(timestamp),
      ...(keyChanges !== '' && { key_changes: keyChanges }),
    },
    null,
    2,
  )}\n`;

/** Parses a receipt; null if invalid. */
export function parsePackReceipt(text: string): PackReceipt | null {
  try {
    const {
      format,
      proof,
      consistency,
      timestamp,
      key_changes: changes = '',
    } = JSON.parse(text) as {
      [key: string]: unknown;
    };
    if (format !== FORMAT || typeof proof !== 'string' || !Array.isArray(consistency)) return null;
    const hashes = consistency.map((hash) => fromBase64(String(hash)));
    const token = timestamp === null ? null : fromBase64(String(timestamp));
    if (!hashes.every((hash) => hash?.length === 32)) return null;
    if ((timestamp !== null && token === null) || typeof changes !== 'string') return null;
    return { proof, consistency: hashes as Hash[], timestamp: token, keyChanges: changes };
  } catch {
    return null;
  }
}
