import type { BankKind } from './bank-kind.ts';

/** Balance after the row. */
export const balance: BankKind = {
  statement: 'balance',
  event: 'balance',
  holds: 'number',
  headers: [
    'balance|running balance|closing balance|available balance|account balance|balance after|balance after transaction|ledger balance|new balance|current balance|book balance|opening balance',
    'saldo|kontostand|saldo nach buchung|neuer saldo|guthaben|schlusssaldo|saldo alt|anfangssaldo',
    'solde|solde apres operation|solde comptable|accountbalance|nouveau solde',
    'saldo|saldo disponible|saldo contable|saldo final|saldo posterior',
    'saldo|saldo contabile|saldo disponibile|saldo finale|saldo progressivo',
    'saldo|saldo na mutatie|saldo na boeking|eindsaldo|beginsaldo|saldo voor mutatie|resulting balance',
    'saldo|saldo contabilistico|saldo disponivel|saldo apos',
    'saldo po operacji|saldo koncowe|likutis|υπολοιπο|λογιστικο υπολοιπο',
  ],
  patterns: [{ name: /balance|saldo/i }],
};
