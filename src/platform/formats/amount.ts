/** Money as a whole number of hundred-thousandths, the finest that ISO 20022 writes: sums are exact. */
export type Amount = bigint;

const SCALE = 5;
/** As many digits as ISO 20022 has in an amount. */
const MAX_DIGITS = 18;
const PLAIN = /^([+-]?)(\d*)(?:[.,](\d*))?$/;

/** An amount as text with one decimal mark at most, point or comma; null where it is none. */
export function parseAmount(text: string): Amount | null {
  const found = PLAIN.exec(text);
  if (found === null) return null;
  const [, sign, whole = '', fraction = ''] = found;
  const digits = fraction.length > SCALE ? fraction.replace(/0+$/, '') : fraction;
  const significant = whole.replace(/^0+/, '');
  if (whole.length + fraction.length === 0 || digits.length > SCALE) return null;
  if (significant.length + digits.length > MAX_DIGITS) return null;
  const units = BigInt(significant + digits.padEnd(SCALE, '0'));
  return sign === '-' ? -units : units;
}

/** Minor units of a currency as an amount: 12345 with two decimals is 123.45. */
export function fromMinorUnits(units: bigint, decimals: number): Amount {
  return units * 10n ** BigInt(SCALE - decimals);
}

/** An amount in minor units; null where it has more decimals than the currency. */
export function toMinorUnits(amount: Amount, decimals: number): bigint | null {
  const step = 10n ** BigInt(SCALE - decimals);
  return amount % step === 0n ? amount / step : null;
}

/** An amount as plain text, with so many decimals at least. */
export function amountText(amount: Amount, decimals: number): string {
  const negative = amount < 0n;
  const digits = (negative ? -amount : amount).toString().padStart(SCALE + 1, '0');
  const whole = digits.slice(0, -SCALE);
  let end = SCALE;
  const fraction = digits.slice(-SCALE);
  while (end > decimals && fraction[end - 1] === '0') end--;
  return `${negative ? '-' : ''}${whole}${end === 0 ? '' : `.${fraction.slice(0, end)}`}`;
}
