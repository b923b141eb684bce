import { parseAmount } from '../amount.ts';
import { dateOfSix } from '../dates.ts';
import type { Balance } from '../model.ts';
import { refuseAt, shown } from '../refuse.ts';
import type { MtField } from './field.ts';

const BALANCE = /^([CD])(\d{6})([A-Z]{3})(\d{1,15}(?:,\d{0,5})?)$/;
const TOTAL = /^(\d{1,5})([A-Z]{3})(\d{1,15}(?:,\d{0,5})?)$/;

/** Parses a balance of field 60, 62, 64 or 65: side, day, currency, amount. */
export function balanceFrom({ tag, text, line }: MtField): Balance & { date: string } {
  const match = BALANCE.exec(text.trim());
  const amount = match && parseAmount(match[4]!);
  const date = match && dateOfSix(match[2]!);
  if (!match || amount === null || date === null)
    return refuseAt({ line, path: null }, `:${tag}: ${shown(text)} is not a balance.`);
  return { amount: match[1] === 'C' ? amount : -amount!, currency: match[3]!, date: date! };
}

export function totalFrom({ tag, text, line }: MtField): { count: number; total: Balance } {
  const match = TOTAL.exec(text.trim());
  const amount = match && parseAmount(match[3]!);
  if (!match || amount === null)
    return refuseAt(
      { line, path: null },
      `:${tag}: ${shown(text)} is not a number and sum of entries.`,
    );
  return { count: Number(match[1]), total: { amount: amount!, currency: match[2]! } };
}

export function currencyOfFloor({ text, line }: MtField): string {
  const match = /^([A-Z]{3})[CD]?\d{1,15},?\d{0,5}$/.exec(text.trim());
  return match?.[1] ?? refuseAt({ line, path: null }, `:34F: ${shown(text)} is not a floor limit.`);
}
