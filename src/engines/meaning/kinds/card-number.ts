import { luhnDigit, passesLuhn } from '../../table/check-digits.ts';
import { drawDigits } from '../persons/draw-person.ts';
import type { Kind } from './kind.ts';

const GROUPED = /^[2-6]\d{3}([ -]?\d{4}){3}$/;

export const cardNumber: Kind = {
  headers: [],
  pattern: /card|pan\b|(^|_)cc/i,
  test: passesLuhn,
  alone: (text) => GROUPED.test(text) && passesLuhn(text),
  /** Generates a number under 999999, assigned to no network, with a Luhn digit. */
  make: ({ stream }) => {
    const body = `999999${drawDigits(9, stream)}`;
    return `${body}${luhnDigit(body)}`;
  },
};
