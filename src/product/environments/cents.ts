/** Reads an amount with two decimals. */
export const cents = (amount: string): bigint => BigInt(amount.replace('.', ''));
/** Writes an amount with two decimals. */
export const decimal = (value: bigint): string => {
  const digits = (value < 0n ? -value : value).toString().padStart(3, '0');
  return `${value < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
};
