import { DAY } from '../../table/datetime-form.ts';
import type { Ledger } from '../features/ledger.ts';

/** Formats a number: 9800 -> 9,800; at most two decimals, none for whole numbers. */
export function numberText(value: number, decimals = 2): string {
  if (!Number.isFinite(value)) return 'no number';
  const whole = Number.isInteger(value);
  const [integer = '', fraction] = Math.abs(value)
    .toFixed(whole ? 0 : decimals)
    .split('.');
  const grouped = integer.replace(/\B(?=(\d{3})+(?!\d))/g, ',');
  return `${value < 0 ? '-' : ''}${grouped}${fraction === undefined ? '' : `.${fraction}`}`;
}

/** Formats a share as percent, with enough digits to differ from 0 and from 100. */
export function percentText(share: number): string {
  const percent = share * 100;
  const near = Math.min(percent, 100 - percent);
  const digits = near === 0 ? 0 : Math.max(0, Math.min(4, 1 - Math.floor(Math.log10(near))));
  return `${Number(percent.toFixed(digits))} %`;
}

/** Formats the amount of a row with its currency: 9,800 USD. */
export function amountText(ledger: Ledger, row: number): string {
  const currency = ledger.codes('currency');
  const code = currency?.codes[row] ?? -1;
  const unit = currency === undefined || code < 0 ? '' : ` ${currency.text(code)}`;
  return `${numberText(ledger.amounts?.[row] ?? Number.NaN)}${unit}`;
}

const MAX_NAMED = 4;

/** Names rows by day and amount: 2025-03-01 9,310 USD and 2025-03-03 9,660 USD. */
export function rowsText(ledger: Ledger, rows: readonly number[]): string {
  const named = rows.slice(-MAX_NAMED).map((row) => {
    const day = new Date(ledger.time?.[row] ?? Number.NaN).toISOString().slice(0, 10);
    return `${day} ${amountText(ledger, row)}`;
  });
  const left = rows.length - named.length;
  const parts = left > 0 ? [`${numberText(left)} earlier`, ...named] : named;
  return parts.length < 2 ? parts.join() : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;
}

export const daysText = (milliseconds: number): string => {
  const days = milliseconds / DAY;
  return days >= 2
    ? `${numberText(Math.round(days))} days`
    : `${numberText(Math.round(days * 24))} hours`;
};

export const countText = (count: number, noun: string): string =>
  `${numberText(count)} ${noun}${count === 1 ? '' : 's'}`;
