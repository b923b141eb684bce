import type { BankKind } from './bank-kind.ts';

/** Combinations of terms of other kinds with a meaning of their own. */
export const other: BankKind = {
  holds: 'code',
  headers: [
    'counterparty country|transaction status|status|state|risk level|device type|account status|counterparty type|credit limit|card type|amount type|exchange rate|fee',
    'kundenart|wechselkurs|gebuhr',
    'statut|frais',
    'estado|comision',
    'stato|commissione',
    'kosten|wisselkoers',
    'estado|taxa',
  ],
};
