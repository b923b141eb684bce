import { refuseAt } from '../refuse.ts';

export function digitsAt(text: string, line: number, name: string): bigint {
  const trimmed = text.trim();
  if (!/^\d{1,20}$/.test(trimmed))
    refuseAt({ line, path: null }, `${name} ${JSON.stringify(text)} is not a number.`);
  return BigInt(trimmed);
}
