import type { FilePlace } from '../../../shared/bank-formats.ts';
import { type Amount, parseAmount } from '../amount.ts';
import { refuseAt, shown } from '../refuse.ts';

const POINT = /^[+-]?\d{1,3}(?:,\d{3})*(?:\.\d*)?$|^[+-]?\d*\.?\d*$/;
const COMMA = /^[+-]?\d{1,3}(?:\.\d{3})*,\d{1,2}$|^[+-]?\d+,\d{1,2}$/;

/** An amount with a point or comma before decimals; refused where it can be read in both ways. */
export function qifAmount(text: string, place: FilePlace): Amount {
  if (/^[+-]?\d{1,3}\.\d{3}$/.test(text))
    refuseAt(place, `${shown(text)} can be read as thousands or with three decimals.`);
  const plain = POINT.test(text)
    ? text.replaceAll(',', '')
    : COMMA.test(text)
      ? text.replaceAll('.', '').replace(',', '.')
      : '';
  return parseAmount(plain) ?? refuseAt(place, `${shown(text)} is no amount.`);
}
