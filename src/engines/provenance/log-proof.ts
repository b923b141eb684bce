import { fromBase64, toBase64 } from './base64.ts';
import type { Hash } from './merkle.ts';

/** Proof that an entry is in a log (C2SP tlog-proof), with the entry as extra data. */
export type LogProof = { entry: Uint8Array; index: number; proof: Hash[]; checkpoint: string };

const HEADER = 'c2sp.org/tlog-proof@v1';

export const formatLogProof = ({ entry, index, proof, checkpoint }: LogProof): string =>
  [
    HEADER,
    `extra ${toBase64(entry)}`,
    `index ${index}`,
    ...proof.map(toBase64),
    '',
    checkpoint,
  ].join('\n');

/** Parses a proof; null if invalid or without the entry. */
export function parseLogProof(text: string): LogProof | null {
  const split = text.indexOf('\n\n');
  if (split < 0) return null;
  const [header, extra, position, ...hashes] = text.slice(0, split).split('\n');
  const [, encoded] = /^extra (\S*)$/.exec(extra ?? '') ?? [];
  const [, index] = /^index (0|[1-9]\d{0,15})$/.exec(position ?? '') ?? [];
  if (header !== HEADER || encoded === undefined || index === undefined) return null;
  const entry = fromBase64(encoded);
  const proof = hashes.map(fromBase64);
  if (entry === null || !proof.every((hash) => hash?.length === 32)) return null;
  return { entry, index: Number(index), proof: proof as Hash[], checkpoint: text.slice(split + 2) };
}

/** Formats a request to cosign a checkpoint, with a consistency proof (C2SP tlog-witness). */
export const formatWitnessRequest = (request: {
  oldSize: number;
  proof: readonly Hash[];
  checkpoint: string;
}): string =>
  [`old ${request.oldSize}`, ...request.proof.map(toBase64), '', request.checkpoint].join('\n');

export function parseWitnessRequest(
  text: string,
): { oldSize: number; proof: Hash[]; checkpoint: string } | null {
  const split = text.indexOf('\n\n');
  if (split < 0) return null;
  const [old, ...hashes] = text.slice(0, split).split('\n');
  const [, size] = /^old (0|[1-9]\d{0,15})$/.exec(old ?? '') ?? [];
  const proof = hashes.map(fromBase64);
  if (size === undefined || hashes.length > 63) return null;
  if (!proof.every((hash) => hash?.length === 32)) return null;
  return { oldSize: Number(size), proof: proof as Hash[], checkpoint: text.slice(split + 2) };
}
