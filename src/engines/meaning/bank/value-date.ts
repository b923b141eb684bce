import type { BankKind } from './bank-kind.ts';

/** Date on which interest begins. */
export const valueDate: BankKind = {
  statement: 'value_date',
  event: 'valueDate',
  holds: 'day',
  headers: [
    'value date|value dt|value|date value|valuta|interest date|settlement date|date settled|value dat|available date|clearing date|date of value',
    'wertstellung|wertstellungstag|wertstellungsdatum|valutadatum|valuta datum|valutatag|wert|datum valuta|zinsdatum',
    'date valeur|date de valeur|dateval|date val|valeur',
    'fecha valor|f valor|fecha de valor|valor fecha',
    'data valuta|data di valuta|valuta data',
    'rentedatum|valutadatum|datum valuta|renteingangsdatum',
    'data valor|data do valor|data de valor|data val',
    'data waluty|vertes data|ημερομηνια αξιας|valeur ημ|ημ valeur',
  ],
  patterns: [{ name: /value_?date|settle/i }],
};
