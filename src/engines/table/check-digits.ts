/**
 * Computes ISO 7064 MOD 97-10 of digits and letters (A = 10 … Z = 35). A valid IBAN (ISO 13616)
 * gives 1 with its first four characters at the end.
 */
export function mod97(text: string): number {
  let remainder = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    const value = code <= 57 ? code - 48 : code - 55;
    remainder = (remainder * (value > 9 ? 100 : 10) + value) % 97;
  }
  return remainder;
}

/** Returns the IBAN (ISO 13616) of a basic account number of a country. */
export function ibanOf(country: string, bban: string): string {
  const check = 98 - mod97(`${bban}${country}00`);
  return `${country}${String(check).padStart(2, '0')}${bban}`;
}

/** Computes the Luhn check digit (ISO/IEC 7812-1) of a number without one. */
export function luhnDigit(body: string): number {
  let sum = 0;
  for (let i = 0; i < body.length; i++) {
    const value = body.charCodeAt(body.length - 1 - i) - 48;
    const doubled = i % 2 === 0 ? value * 2 : value;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return (10 - (sum % 10)) % 10;
}

/** Checks 12 to 19 digits with Luhn (ISO/IEC 7812-1); blanks and hyphens are allowed. */
export function passesLuhn(text: string): boolean {
  const plain = text.replace(/[ -]/g, '');
  if (!/^\d{12,19}$/.test(plain)) return false;
  return luhnDigit(plain.slice(0, -1)) === Number(plain.at(-1));
}

/** Checks an IBAN (ISO 13616) with ISO 7064 MOD 97-10; blanks are allowed. */
export function passesIban(text: string): boolean {
  const plain = text.replaceAll(' ', '').toUpperCase();
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(plain)) return false;
  return mod97(plain.slice(4) + plain.slice(0, 4)) === 1;
}
