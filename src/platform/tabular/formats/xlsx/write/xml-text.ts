const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};
// biome-ignore lint/suspicious/noControlCharactersInRegex: characters that XML excludes or normalizes
const EXCLUDED = /[\0-\x08\x0b-\x1f\ufffe\uffff]|_(?=x[0-9A-Fa-f]{4}_)/g;

const codeOf = (letter: string): string =>
  `_x${letter.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`;

/** Escapes text for XML; characters that it excludes become `_x0001_` (ECMA-376, 22.9.2.19). */
export const xmlText = (text: string): string =>
  text.replace(EXCLUDED, codeOf).replace(/[&<>"]/g, (letter) => ENTITIES[letter]!);
