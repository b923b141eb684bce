import { describe, expect, it } from 'vitest';
import { toCsv, withoutFormula } from './csv.ts';

describe('toCsv', () => {
  // RFC 4180, section 2: rules 5 to 7.
  it('quotes fields with commas, quotes and line breaks, and doubles quotes', () => {
    expect(
      toCsv(
        ['a', 'b'],
        [
          ['x,y', 'say "no"'],
          ['two\nlines', null],
        ],
      ),
    ).toBe('a,b\r\n"x,y","say ""no"""\r\n"two\nlines",\r\n');
  });

  it('keeps plain fields as they are', () => {
    expect(toCsv(['n', 'yes'], [[1.5, true]])).toBe('n,yes\r\n1.5,true\r\n');
  });
});

describe('withoutFormula', () => {
  it('takes the power from formulas and leaves other text alone', () => {
    expect(withoutFormula('=HYPERLINK("x")')).toBe('\'=HYPERLINK("x")');
    expect(withoutFormula('@cmd')).toBe("'@cmd");
    expect(withoutFormula('plain')).toBe('plain');
  });
});
