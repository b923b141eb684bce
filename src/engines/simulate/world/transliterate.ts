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

/** Lower-case ASCII for the local part of an e-mail address: ä to ae, é to e, everything else left out. */
export function transliterate(text: string): string {
  return text
    .toLowerCase()
    .replace(/[äöüßæœøåłðþ]/g, (letter) => LETTERS[letter]!)
    .normalize('NFD')
    .replace(/[^a-z0-9]/g, '');
}
