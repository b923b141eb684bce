/** Numbers as other countries write them: 1.234,50, 1 234,50, 1'234.50, 1,234.50. */
const LAYOUTS: readonly { whole: RegExp; groups: RegExp; mark: string }[] = [
  { whole: /^[+-]?\d+,\d+$|^[+-]?\d+$/, groups: /(?!)/, mark: ',' },
  { whole: /^[+-]?\d{1,3}(?:[. ]\d{3})*(?:,\d+)?$|^[+-]?\d+,\d+$/, groups: /[. ]/g, mark: ',' },
  { whole: /^[+-]?\d{1,3}(?:[,' ]\d{3})*(?:\.\d+)?$|^[+-]?\d+\.\d+$/, groups: /[,' ]/g, mark: '.' },
];

/**
 * The same numbers with a decimal point and without marks between thousands; null where not every value is
 * written in one of these layouts. A comma alone parts decimals, never thousands.
 */
export function plainNumbers(
  texts: readonly (string | null)[],
  isMissing: (text: string | null | undefined) => boolean,
): (string | null)[] | null {
  for (const { whole, groups, mark } of LAYOUTS) {
    // No-break spaces part thousands in several countries.
    const plain = (text: string) => text.replace(/[\u00a0\u202f]/g, ' ');
    let seen = 0;
    const fits = texts.every((text) => {
      if (isMissing(text)) return true;
      seen++;
      return whole.test(plain(text!));
    });
    if (!fits || seen === 0) continue;
    return texts.map((text) =>
      isMissing(text) ? text : plain(text!).replace(groups, '').replace(mark, '.'),
    );
  }
  return null;
}
