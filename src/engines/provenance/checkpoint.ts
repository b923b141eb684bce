import { fromBase64, toBase64 } from './base64.ts';
import type { Hash } from './merkle.ts';

/** Log checkpoint: name, number of entries and root (C2SP tlog-checkpoint). */
export type Checkpoint = { origin: string; size: number; root: Hash };

export const formatCheckpoint = ({ origin, size, root }: Checkpoint): string =>
  `${origin}\n${size}\n${toBase64(root)}\n`;

/** Parses a checkpoint; ignores lines after the third, which are log-specific. Null if invalid. */
export function parseCheckpoint(text: string): Checkpoint | null {
  const [origin, size, root] = text.split('\n');
  if (!origin || size === undefined || root === undefined || !text.endsWith('\n')) return null;
  const hash = fromBase64(root);
  if (!/^(0|[1-9]\d{0,15})$/.test(size) || hash?.length !== 32) return null;
  return { origin, size: Number(size), root: hash };
}
