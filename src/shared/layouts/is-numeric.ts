/** Returns true if a text has digits and no more letters than digits: a likely number or time. */
export function isNumeric(text: string): boolean {
  const digits = text.replace(/[^0-9]/g, '').length;
  return digits > 0 && digits >= text.replace(/[^\p{L}]/gu, '').length;
}
