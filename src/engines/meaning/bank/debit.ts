import type { BankKind } from './bank-kind.ts';

/** Amounts of debits alone. */
export const debit: BankKind = {
  statement: 'debit',
  holds: 'number',
  headers: [
    'debit|debits|debit amount|paid out|money out|withdrawal|withdrawals|withdrawal amt|withdrawal amount|amount debit|debit amt|funds out|payments out|spent|charges|debit amount inr|outgoing',
    'soll|belastung|lastschriftbetrag|abgang|ausgaben|ausgabe|sollbetrag|betrag soll|umsatz soll|auszahlung|belastungsbetrag',
    'montant debit|debit euros|debits|montant au debit|sorties|depenses',
    'cargo|cargos|debe|retiros|retiro|salidas|gastos|debito|importe cargo|adeudo',
    'addebito|addebiti|uscite|uscita|dare|importo addebito|importo dare',
    'af|afschrijving|debet|uitgaven|bedrag af|debetbedrag',
    'debito|debitos|saida|saidas|valor debito|despesa|a debito',
    'obciazenia|obciazenie|wydatki|debetas|χρεωση|χρεωσεις',
  ],
};
