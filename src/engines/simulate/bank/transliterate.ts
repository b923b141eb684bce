const LETTERS: Readonly<Record<string, string>> = {
  ä: 'ae',
  ö: 'oe',
  ü: 'ue',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'oe',
  å: 'aa',
  ł: 'l',
  ð: 'd',
  þ: 'th',
};

const cache = new Map<string, string>();
const MAX_KNOWN = 10_000;

/** Converts to lower-case ASCII for e-mail addresses: ä to ae, é to e; drops everything else. */
export function transliterate(text: string): string {
  const before = cache.get(text);
  if (before !== undefined) return before;
  const plain = text
    .toLowerCase()
    .replace(/[äöüßæœøåłðþ]/g, (letter) => LETTERS[letter])
    .normalize('NFD')
    .replace(/[^a-z0-9]/g, '');
  if (cache.size < MAX_KNOWN) cache.set(text, plain);
  return plain;
}
