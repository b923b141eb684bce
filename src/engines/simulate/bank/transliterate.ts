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

/** Names come from short lists: each is worked out once. */
const known = new Map<string, string>();
const MAX_KNOWN = 10_000;

/** Lower-case ASCII for the local part of an e-mail address: ä to ae, é to e, everything else left out. */
export function transliterate(text: string): string {
  const before = known.get(text);
  if (before !== undefined) return before;
  const plain = text
    .toLowerCase()
    .replace(/[äöüßæœøåłðþ]/g, (letter) => LETTERS[letter])
    .normalize('NFD')
    .replace(/[^a-z0-9]/g, '');
  if (known.size < MAX_KNOWN) known.set(text, plain);
  return plain;
}
