import { parseAmount } from '../amount.ts';
import { dateOfSix } from '../dates.ts';
import type { Entry, Json } from '../model.ts';
import { refuseAt, shown } from '../refuse.ts';
import type { MtField } from './field.ts';
import { informationFrom } from './information.ts';

/** Value date, booking date, side, third letter of the currency, amount, type, references. */
const ENTRY = /^(\d{6})(\d{4})?(RC|RD|EC|ED|C|D)([A-Z])?(\d[\d.,]*)([NSF][A-Z0-9]{3})?(.*)$/;
/** Sides of credits. Reversed credits are debits; EC and ED are expected, not booked. */
const COMES_IN = ['C', 'RD', 'EC'];
/** At most 15 digits, with a decimal comma. */
const AMOUNT = /^\d{1,15}(?:,\d{0,5})?$/;
const HALF_A_YEAR = 6;

/** Completes the booking date, which has no year, to the date nearest to the value date. */
function bookingDate(monthDay: string, value: string): string | null {
  const months = Number(monthDay.slice(0, 2)) - Number(value.slice(5, 7));
  const turn = months > HALF_A_YEAR ? -1 : months < -HALF_A_YEAR ? 1 : 0;
  const year = Number(value.slice(0, 4)) + turn;
  return dateOfSix(`${String(year).slice(2)}${monthDay}`);
}

export function entryFrom(field: MtField, currency: string | null, information?: string): Entry {
  const place = { line: field.line, path: null };
  const [first, ...supplementary] = field.text.trimEnd().split('\n');
  const match = ENTRY.exec(first!.trimEnd());
  if (match === null) return refuseAt(place, `:61: ${shown(first!)} is not an entry.`);
  const [, day, monthDay, side, , text, type, references] = match;
  const value = dateOfSix(day!) ?? refuseAt(place, `:61: ${shown(day!)} is not a date.`);
  const booking = monthDay === undefined ? value : bookingDate(monthDay, value);
  if (booking === null) return refuseAt(place, `:61: ${shown(monthDay!)} is not a date.`);
  const amount =
    (AMOUNT.test(text!) ? parseAmount(text!) : null) ??
    refuseAt(
      place,
      `:61: ${shown(text!)} is not an amount: at most 15 digits with a decimal comma are allowed.`,
    );
  const at = references!.indexOf('//');
  const own = (at < 0 ? references! : references!.slice(0, at)).trim();
  const bank = at < 0 ? '' : references!.slice(at + 2).trim();
  const details: { [tag: string]: Json } = { '61': field.text };
  if (information !== undefined) details['86'] = information;
  const facts = informationFrom(information ?? supplementary.join(' '));
  return {
    place,
    bookingDate: booking,
    valueDate: value,
    amount: COMES_IN.includes(side!) ? amount : -amount,
    currency,
    ...facts,
    reference: facts.reference ?? (own || null),
    bankReference: bank || null,
    code: [type, facts.code].filter((part) => part).join(' ') || null,
    status: side!.startsWith('E') ? 'pending' : 'booked',
    details,
  };
}
