import { refuseAt } from '../refuse.ts';

/** A whole number as it is written, or a refusal that names the line. */
export function digitsAt(text: string, line: number, name: string): bigint {
  const trimmed = text.trim();
  if (!/^\d{1,20}$/.test(trimmed))
    refuseAt({ line, path: null }, `${name} ${JSON.stringify(text)} is no number.`);
  return BigInt(trimmed);
}
