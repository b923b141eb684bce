import type { NumberFormat } from './number-format.ts';
import { serialText } from './serial-date.ts';

/** Digits that Excel calculates and shows: 12.550000000000001 in a file is 12.55. */
const PRECISION = 15;

const decimalsOf = (text: string): number => {
  const point = text.indexOf('.');
  return point < 0 ? 0 : text.length - point - 1;
};

/** Spells a stored number as its format does, without group marks; null if it is no number. */
function numberText(stored: string, { decimals, digits }: NumberFormat): string | null {
  const value = Number(stored);
  if (!Number.isFinite(value) || stored.trim() === '') return null;
  const isPlain = stored.length <= PRECISION && /^-?(0|[1-9]\d*)(\.\d*[1-9])?$/.test(stored);
  const text = isPlain ? stored : String(Number(value.toPrecision(PRECISION)));
  if (text.includes('e')) return text;
  const missing = decimals - decimalsOf(text);
  if (missing > 0) return text + (decimalsOf(text) === 0 ? '.' : '') + '0'.repeat(missing);
  if (digits > 0 && /^\d+$/.test(text)) return text.padStart(digits, '0');
  return text;
}

/** Text of a numeric cell by its format; null if its value is no number. */
export function valueText(stored: string, format: NumberFormat, date1904: boolean): string | null {
  const { kind } = format;
  if (kind === 'number' || kind === 'text') return numberText(stored, format);
  const value = Number(stored);
  return serialText(value, kind, date1904) ?? numberText(stored, format);
}
