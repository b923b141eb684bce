import type { BankKind } from './bank-kind.ts';

/** Pairs of markers, debit first. */
const DIRECTION_WORDS = (
  'd c|d k|dr cr|dbit crdt|debit credit|s h|soll haben|belastung gutschrift|af bij|debet credit|debit crédit|débit crédit|debe haber|' +
  'cargo abono|dare avere|d a|débito crédito|debito credito|debetas kreditas|χ π|- +|out in'
)
  .split('|')
  .map((pair) => pair.split(' ') as [debit: string, credit: string]);

/** Returns the pair of markers that all words are of; undefined if none. */
export const directionPair = (words: readonly string[]) =>
  DIRECTION_WORDS.find((pair) => words.every((word) => pair.includes(word.toLowerCase())));

export const isDirection = (values: readonly string[]): boolean =>
  values.length > 0 && values.length <= 2 && directionPair(values) !== undefined;

/** Markers of debit and credit. */
export const direction: BankKind = {
  statement: 'direction',
  event: 'direction',
  holds: 'word',
  headers: [
    'debit credit|credit debit|dr cr|cr dr|d c|c d|debit or credit|credit or debit|debit credit indicator|credit debit indicator|direction|sign|dc|transaction sign|debit credit flag',
    'soll haben|s h|soll haben kennzeichen|sollhaben|sh|vorzeichen|richtung',
    'sens|debit credit|sens de l operation',
    'debe haber|cargo abono|signo|tipo de movimiento',
    'dare avere|segno|d a|addebito accredito',
    'af bij|bij af|debet credit|credit debet|debet of credit|cd|plus min',
    'debito credito|d c|sinal|natureza|tipo de lancamento',
    'debetas kreditas|d k|debeto kredito pozymis|πιστωση χρεωση|χρεωση πιστωση|προσημο ποσου|προσημο',
  ],
  patterns: [{ name: /direction|debit.?credit|credit.?debit|^dc$|transaction_?type|^type$/i }],
  admits: ({ looksLike }) => looksLike === 'direction',
};
