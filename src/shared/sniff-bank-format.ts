import type { BankFormat } from './bank-formats.ts';

export const SNIFFED_BYTES = 16_384;

export type SniffedFormat = { format: BankFormat; version: string | null };

const ISO20022 = /(camt\.05[234]|pain\.00[18]|pacs\.008)\.001\.(\d\d)/;

const OFX_1 = /^OFXHEADER\s*:\s*\d+/m;
const OFX_2 = /<\?OFX\s[^>]{0,500}VERSION="(\d+)"/i;
const MT_FIELD = /^:(?:\d\d[A-Z]?|NS):/m;
const MT942 = /^:(?:34F|13D?|90[CD]):/m;
const NACHA = /^101[ \d]/;
/** Sender, receiver, date and time of a BAI2 file header. A table row may also begin with 01. */
const BAI2 = /^0[01],[^,\n]*,[^,\n]*,[\d/]{6,8},\d{0,4},/;
const QIF = /^!(?:Type|Account|Option|Clear)\b/i;

function sniffTags(text: string): SniffedFormat | null {
  const match = ISO20022.exec(text);
  if (match !== null) return { format: match[1] as BankFormat, version: match[2]! };
  const ofx = OFX_2.exec(text);
  if (ofx !== null) return { format: 'ofx', version: ofx[1]! };
  return /<OFX>/i.test(text) ? { format: 'ofx', version: null } : null;
}

function sniffMt(text: string): SniffedFormat | null {
  const isMt =
    text.startsWith('{1:') ||
    /^-?\s*:\d\d[A-Z]?:/.test(text) ||
    (/^:20:/m.test(text) && /^:25:/m.test(text));
  if (!isMt || !MT_FIELD.test(text)) return null;
  const first = text.slice(0, text.search(/^:62[FM]:/m) + 1 || text.length);
  const isInterim = MT942.test(first) && !/^:60[FM]:/m.test(first);
  return { format: isInterim ? 'mt942' : 'mt940', version: null };
}

/** Detects a bank format from the beginning of a file, ignoring its name; null if none matches. */
export function sniffBankFormat(beginning: string): SniffedFormat | null {
  const text = beginning.replace(/^\ufeff/, '').trimStart();
  if (text.startsWith('<')) return sniffTags(text);
  if (OFX_1.test(text) && /<OFX>/i.test(text))
    return { format: 'ofx', version: /^VERSION\s*:\s*(\d+)/m.exec(text)?.[1] ?? null };
  if (QIF.test(text)) return { format: 'qif', version: null };
  if (BAI2.test(text)) return { format: 'bai2', version: null };
  if (NACHA.test(text) && text.slice(34, 37) === '094') return { format: 'nacha', version: null };
  return sniffMt(text);
}
