/** Whether a text holds a digit, and no more letters than digits: a number or a time in some form. */
export function isNumeric(text: string): boolean {
  const digits = text.replace(/[^0-9]/g, '').length;
  return digits > 0 && digits >= text.replace(/[^\p{L}]/gu, '').length;
}
