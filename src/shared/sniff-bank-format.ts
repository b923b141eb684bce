import type { BankFormat } from './bank-formats.ts';

/** Bytes of a file's beginning by which its format is known. */
export const SNIFFED_BYTES = 16_384;

export type SniffedFormat = { format: BankFormat; version: string | null };

const ISO20022 = /(camt\.05[234]|pain\.00[18]|pacs\.008)\.001\.(\d\d)/;

function sniffXml(text: string): SniffedFormat | null {
  const found = ISO20022.exec(text);
  return found === null ? null : { format: found[1] as BankFormat, version: found[2]! };
}

/** The format of a file of statements or payments by its beginning, whatever its name; null where it is none. */
export function sniffBankFormat(beginning: string): SniffedFormat | null {
  const text = beginning.replace(/^\ufeff/, '').trimStart();
  if (text.startsWith('<')) return sniffXml(text);
  return null;
}
