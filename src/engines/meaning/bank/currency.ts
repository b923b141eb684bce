import { isUnit } from '../../../shared/layouts/currencies.ts';
import type { BankKind } from './bank-kind.ts';

const MAX_CURRENCIES = 200;

export const isCurrency = (text: string): boolean => /^[A-Z]{3}$/.test(text) && isUnit(text);

/** Currency codes (ISO 4217). */
export const currency: BankKind = {
  statement: 'currency',
  event: 'currency',
  holds: 'word',
  headers: [
    'currency|ccy|cur|currency code|account currency|transaction currency|curr',
    'wahrung|waehrung|whrg|kontowahrung|wahrungscode',
    'devise|monnaie|code devise',
    'moneda|divisa',
    'valuta|divisa|codice divisa',
    'munt|muntsoort|valuta|valutacode|munteenheid',
    'moeda|divisa',
    'waluta|valiuta|νομισμα',
  ],
  patterns: [{ name: /currency|^ccy$|^curr$/i }],
  admits: ({ looksLike, distinct }) => looksLike === 'currency' && distinct <= MAX_CURRENCIES,
};
