const MARKS: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  Æ: 'AE',
  ø: 'o',
  Ø: 'O',
  œ: 'oe',
  Œ: 'OE',
  ł: 'l',
  Ł: 'L',
  đ: 'd',
  Đ: 'D',
  ð: 'd',
  þ: 'th',
  '’': "'",
  '–': '-',
  '—': '-',
  '&': '+',
};

/** Converts to ASCII: letters lose their accents, other characters become points. */
export const toAscii = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\x20-\x7e]/g, (c) => MARKS[c] ?? '.');

/** Converts to SWIFT's character set x. */
export const toSwift = (text: string): string =>
  toAscii(text.replace(/[&–—’]/g, (c) => MARKS[c]!)).replace(/[^A-Za-z0-9/\-?:().,'+ ]/g, '.');

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

export const toXml = (text: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: characters that XML has not
  /[&<>"\x00-\x1f\ufffe\uffff]/.test(text)
    ? // biome-ignore lint/suspicious/noControlCharactersInRegex: the same
      text.replace(/[\x00-\x1f\ufffe\uffff]/g, ' ').replace(/[&<>"]/g, (c) => ENTITIES[c]!)
    : text;

export function cut(text: string, length: number): string {
  const trimmed = text.trim();
  if (trimmed.length <= length) return trimmed;
  return trimmed
    .slice(0, length)
    .replace(/[\ud800-\udbff]$/, '')
    .trimEnd();
}

/** Splits a text into parts of at most `length`, none with blanks at its ends. */
export function parts(text: string, length: number): string[] {
  const all: string[] = [];
  let rest = text.trim();
  while (rest.length > length) {
    let end = length;
    while (end > 1 && (rest[end - 1] === ' ' || rest[end] === ' ')) end--;
    all.push(rest.slice(0, end));
    rest = rest.slice(end);
  }
  if (rest !== '') all.push(rest);
  return all;
}
