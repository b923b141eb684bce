import { fromBase64, toBase64 } from './base64.ts';
import type { Hash } from './merkle.ts';

/** What a log says of itself at a time: its name, its number of entries and their root (C2SP tlog-checkpoint). */
export type Checkpoint = { origin: string; size: number; root: Hash };

/** The text that is signed. */
export const formatCheckpoint = ({ origin, size, root }: Checkpoint): string =>
  `${origin}\n${size}\n${toBase64(root)}\n`;

/** Reads the text of a checkpoint; lines after the third are its log's own business. Null where it is none. */
export function parseCheckpoint(text: string): Checkpoint | null {
  const [origin, size, root] = text.split('\n');
  if (!origin || size === undefined || root === undefined || !text.endsWith('\n')) return null;
  const hash = fromBase64(root);
  if (!/^(0|[1-9]\d{0,15})$/.test(size) || hash?.length !== 32) return null;
  return { origin, size: Number(size), root: hash };
}
