import {
  SNIFFED_BYTES,
  type SniffedFormat,
  sniffBankFormat,
} from '../../shared/sniff-bank-format.ts';
import { guessEncoding } from '../tabular/encoding/encoding.ts';
import { readBytes } from '../tabular/encoding/inspect-head.ts';

const DECODERS = { 'UTF-16LE': 'utf-16le', 'UTF-16BE': 'utf-16be' } as const;

/** Detects the format of a statement or payment file from its first bytes; null if it is none. */
export function sniffFormat(head: Uint8Array): SniffedFormat | null {
  const { encoding, bomBytes } = guessEncoding(head);
  const decoder =
    encoding === 'UTF-16LE' || encoding === 'UTF-16BE' ? DECODERS[encoding] : 'latin1';
  return sniffBankFormat(new TextDecoder(decoder).decode(head.subarray(bomBytes, SNIFFED_BYTES)));
}

export const sniffFile = async (path: string): Promise<SniffedFormat | null> =>
  sniffFormat(await readBytes(path, 0, SNIFFED_BYTES));
