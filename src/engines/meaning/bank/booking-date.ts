import type { BankKind } from './bank-kind.ts';

/** Date of booking, or another time that orders events. */
export const bookingDate: BankKind = {
  statement: 'booking_date',
  event: 'time',
  holds: 'day',
  headers: [
    'date|booking date|book date|booked|booked on|date booked|posting date|posted|posted date|post date|posted on|transaction date|trans date|txn date|tran date|date of transaction|transaction time|completed date|entry date|date completed|timestamp|datetime|date time|payment date|date processed|execution date|created on|effective date|statement date',
    'datum|buchungstag|buchungsdatum|buchung|buchungszeit|tag der buchung|umsatzdatum|umsatztag|transaktionsdatum|belegdatum|kaufdatum|rechnungsdatum|ausfuhrungsdatum|zahlungsdatum|buchungszeitpunkt',
    'date operation|date de l operation|date d operation|dateop|date op|date comptable|date comptabilisation|date de comptabilisation|date transaction|date de transaction|date de la transaction|date d execution|date ecriture|date mouvement',
    'fecha|fecha operacion|fecha de operacion|f operacion|fecha contable|fecha transaccion|fecha de transaccion|fecha movimiento|fecha de la operacion|fecha de cargo|fecha ejecucion',
    'data|data operazione|data contabile|data registrazione|data contabilizzazione|data transazione|data movimento|data esecuzione|data op|data pagamento',
    'boekdatum|boekingsdatum|transactiedatum|datum transactie|datum verrichting|uitvoeringsdatum|verrichtingsdatum|journaaldatum|verwerkingsdatum|afschriftdatum|datum boeking|datum van de verrichting|betaaldatum',
    'data da operacao|data operacao|data do movimento|data mov|data movimento|data lancamento|data de lancamento|data transacao|data da transacao|data da compra|data de pagamento|data contabilistica',
    'data operacji|data ksiegowania|data transakcji|data operacijos|operacijos data|ημερομηνια|ημ νια|ημ συναλλαγης|ημερομηνια συναλλαγης|ημερομηνια καταχωρησης',
  ],
  patterns: [
    { name: /trans|txn|^tx_|booking|posted|time|(^|_)ts$/i, not: /birth|open|clos|join/i },
    { name: /date|datum|day|_at$/i, not: /birth|open|clos|join/i },
    { name: /^(time|step|timestamp|unix_?time|day)$/i, holds: 'number' },
  ],
};
