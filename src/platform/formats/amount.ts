/** Money in hundred-thousandths, the finest unit of ISO 20022, so that sums are exact. */
export type Amount = bigint;

const SCALE = 5;
/** Digits of an amount in ISO 20022. */
const MAX_DIGITS = 18;
const PLAIN = /^([+-]?)(\d*)(?:[.,](\d*))?$/;

/** Parses an amount with at most one decimal mark (point or comma); null if invalid. */
export function parseAmount(text: string): Amount | null {
  const match = PLAIN.exec(text);
  if (match === null) return null;
  const [, sign, whole = '', fraction = ''] = match;
  const digits = fraction.length > SCALE ? fraction.replace(/(?<!0)0+$/, '') : fraction;
  const significant = whole.replace(/^0+/, '');
  if (whole.length + fraction.length === 0 || digits.length > SCALE) return null;
  if (significant.length + digits.length > MAX_DIGITS) return null;
  const units = BigInt(significant + digits.padEnd(SCALE, '0'));
  return sign === '-' ? -units : units;
}

/** Converts minor units of a currency: 12345 with two decimals is 123.45. */
export function fromMinorUnits(units: bigint, decimals: number): Amount {
  return units * 10n ** BigInt(SCALE - decimals);
}

/** Converts to minor units; null if the amount has more decimals than the currency. */
export function toMinorUnits(amount: Amount, decimals: number): bigint | null {
  const step = 10n ** BigInt(SCALE - decimals);
  return amount % step === 0n ? amount / step : null;
}

/** Formats an amount with at least the given number of decimals. */
export function amountText(amount: Amount, decimals: number): string {
  const negative = amount < 0n;
  const digits = (negative ? -amount : amount).toString().padStart(SCALE + 1, '0');
  const whole = digits.slice(0, -SCALE);
  let end = SCALE;
  const fraction = digits.slice(-SCALE);
  while (end > decimals && fraction[end - 1] === '0') end--;
  return `${negative ? '-' : ''}${whole}${end === 0 ? '' : `.${fraction.slice(0, end)}`}`;
}
