import { isIdentifierName } from './identifier-name.ts';

const SCIENTIFIC = /^[1-9](?:\.\d+)?[eE]\+(\d{2,3})$/;
/** A spreadsheet shows whole numbers of 12 digits and more in scientific notation. */
const MIN_EXPONENT = 11;

/** Returns true for a whole number that lost its last digits, as 3.52721E+18. */
export function isScientific(text: string): boolean {
  const exponent = Number(SCIENTIFIC.exec(text)?.[1] ?? 0);
  const digits = text.search(/[eE]/) - 2;
  return exponent >= MIN_EXPONENT && exponent > digits;
}

/**
 * Returns true if numbers in scientific notation name something: by header, or if they have three
 * digits and more and one or two lengths, as identifiers have and amounts don't.
 */
export function areScientificCodes(name: string, values: readonly string[]): boolean {
  const scientific = values.filter(isScientific);
  if (scientific.length === 0) return false;
  if (isIdentifierName(name))
    return values.every((value) => isScientific(value) || /^[1-9]\d{0,14}$/.test(value));
  if (scientific.length < values.length) return false;
  const exponents = values.map((value) => Number(value.slice(value.search(/\+/))));
  const precise = values.filter((value) => /^\d\.\d\d/.test(value)).length;
  return Math.max(...exponents) - Math.min(...exponents) <= 1 && precise > 0.8 * values.length;
}
