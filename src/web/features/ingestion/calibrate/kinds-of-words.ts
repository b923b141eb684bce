import { KINDS_OF_WORDS } from '../../../../shared/movement-kinds.ts';

const isKind = (text: string): text is (typeof KINDS_OF_WORDS)[number] =>
  (KINDS_OF_WORDS as readonly string[]).includes(text);

/** Reads one WORD=kind a line; returns a message for the first line that is none. */
export function kindsOfWords(text: string): Record<string, string> | string {
  const kinds: Record<string, string> = {};
  for (const line of text.split('\n')) {
    if (line.trim() === '') continue;
    const at = line.lastIndexOf('=');
    const [word, kind] = [line.slice(0, at).trim(), line.slice(at + 1).trim()];
    if (at < 0 || word === '' || !isKind(kind))
      return `“${line.trim()}”: expected WORD=type, where type is one of ${KINDS_OF_WORDS.join(', ')}.`;
    kinds[word] = kind;
  }
  return kinds;
}

const LIKELY = /^(type|kind|operation|transaction_?type|booking_?text|category|art)$/i;

/** Returns the column that probably tells purchases from transfers; '' for none. */
export const likelyKindColumn = (columns: readonly string[]): string =>
  columns.find((name) => LIKELY.test(name.trim())) ?? '';
