/** Display of a number (ECMA-376, part 1, 18.8.30), as far as it decides type and spelling. */
export type NumberFormat = {
  kind: 'number' | 'date' | 'datetime' | 'time' | 'text';
  /** Fixed decimals of the value; 0 if they vary. A percentage has two more than shown. */
  decimals: number;
  /** Minimum digits before the decimal mark, as in 00000. */
  digits: number;
  /** Format code, for writing. */
  code: string;
};

/** Codes of the built-in formats; those of 27 to 36 and 50 to 58 are East Asian dates. */
const BUILT_IN: Readonly<Record<number, string>> = {
  1: '0',
  2: '0.00',
  3: '#,##0',
  4: '#,##0.00',
  9: '0%',
  10: '0.00%',
  11: '0.00E+00',
  12: '# ?/?',
  13: '# ??/??',
  14: 'yyyy-mm-dd',
  15: 'd-mmm-yy',
  16: 'd-mmm',
  17: 'mmm-yy',
  18: 'h:mm AM/PM',
  19: 'h:mm:ss AM/PM',
  20: 'h:mm',
  21: 'h:mm:ss',
  22: 'yyyy-mm-dd hh:mm',
  37: '#,##0;(#,##0)',
  38: '#,##0;[Red](#,##0)',
  39: '#,##0.00;(#,##0.00)',
  40: '#,##0.00;[Red](#,##0.00)',
  44: '#,##0.00',
  45: 'mm:ss',
  46: '[h]:mm:ss',
  47: 'mm:ss.0',
  48: '##0.0E+0',
  49: '@',
};

const isEastAsianDate = (id: number) => (id >= 27 && id <= 36) || (id >= 50 && id <= 58);

export const GENERAL: NumberFormat = { kind: 'number', decimals: 0, digits: 0, code: 'General' };

export const codeOf = (id: number): string =>
  BUILT_IN[id] ?? (isEastAsianDate(id) ? 'yyyy-mm-dd' : 'General');

/** Removes literals, padding, colors, conditions and locales; elapsed time keeps its brackets. */
const bare = (section: string): string =>
  section.replace(/\\.|_.|\*.|"[^"]*"?/g, '').replace(/\[(?!h+\]|m+\]|s+\])[^\]]*\]?/gi, '');

function dateKind(code: string): 'date' | 'datetime' | 'time' | null {
  const letters = code.toLowerCase().replace(/am\/pm|a\/p/g, 'h');
  const hasTime = /[hs]|\[m+\]/.test(letters);
  const hasDate = /[yd]|mmm/.test(letters) || (/m/.test(letters) && !hasTime);
  if (hasDate) return hasTime ? 'datetime' : 'date';
  return hasTime ? 'time' : null;
}

/** Parses a format code; only the section of positive numbers decides. */
export function parseFormat(code: string): NumberFormat {
  const [section = ''] = code.split(/(?<!\\);/, 1);
  const plain = bare(section);
  if (/^general$/i.test(plain.trim()) || plain.trim() === '') return { ...GENERAL, code };
  if (plain.includes('@')) return { ...GENERAL, kind: 'text', code };
  const isNumber = /[0#?]/.test(plain) && !/[ymdhs]/i.test(plain.replace(/E[+-]/gi, ''));
  const date = isNumber ? null : dateKind(plain);
  if (date !== null) return { kind: date, decimals: 0, digits: 0, code };
  if (/E[+-]|\//i.test(plain)) return { ...GENERAL, code };
  const [, fraction = ''] = /\.([0#?]*)/.exec(plain) ?? [];
  const fixed = /^0+$/.test(fraction) ? fraction.length : 0;
  const percent = plain.includes('%') ? 2 : 0;
  const digits = /^0{2,}$/.test(plain.trim()) ? plain.trim().length : 0;
  // A comma behind the last digit divides by a thousand: decimals of the value are not known.
  const scaled = /[0#?],+(?![0#?,])/.test(plain);
  const decimals = scaled ? 0 : fixed > 0 || percent > 0 ? fixed + percent : 0;
  return { kind: 'number', decimals, digits, code };
}
