import type { FilePlace } from '../../../shared/bank-formats.ts';
import { type Amount, parseAmount } from '../amount.ts';
import { refuseAt, shown } from '../refuse.ts';

const POINT = /^[+-]?\d{1,3}(?:,\d{3})*(?:\.\d*)?$|^[+-]?\d*(?:\.\d*)?$/;
const COMMA = /^[+-]?\d{1,3}(?:\.\d{3})*,\d{1,2}$|^[+-]?\d+,\d{1,2}$/;

/** Parses an amount with decimal point or comma; throws if ambiguous. */
export function qifAmount(text: string, place: FilePlace): Amount {
  if (/^[+-]?\d{1,3}\.\d{3}$/.test(text))
    refuseAt(place, `${shown(text)} is ambiguous: thousands or three decimals.`);
  const plain = POINT.test(text)
    ? text.replaceAll(',', '')
    : COMMA.test(text)
      ? text.replaceAll('.', '').replace(',', '.')
      : '';
  return parseAmount(plain) ?? refuseAt(place, `${shown(text)} is not an amount.`);
}
