import type { ExceptionCase } from '../../data/rows.ts';
import { formatAmount } from '../../lib/format.ts';

const AMOUNT = /amount|betrag|montant|importe|importo|bedrag|valor/i;
const DATE = /date|datum|_ts$|timestamp|buchungstag|valuta|fecha|^data/i;
const ACCOUNT = /account_?(id|number|no)?$|konto|iban|compte|cuenta|conto|rekening/i;
const CURRENCY = /currency|w(ä|ae)hrung|devise|moneda|valuta_?code/i;

export function queueFacts({
  values = {},
  reasons = [],
}: Pick<ExceptionCase, 'values' | 'reasons'>) {
  const find = (name: RegExp) => {
    const value = Object.entries(values).find(
      ([key, held]) => name.test(key) && held !== null,
    )?.[1];
    return value === undefined ? null : String(value);
  };
  const amount = find(AMOUNT);
  const shown = amount !== null && Number.isFinite(Number(amount)) ? formatAmount(amount) : amount;
  const currency = find(CURRENCY);
  return {
    amount: shown && currency ? `${shown} ${currency}` : shown,
    plainAmount: amount,
    date: find(DATE)?.slice(0, 10) ?? null,
    account: find(ACCOUNT),
    reason: reasons[0] ?? null,
  };
}
