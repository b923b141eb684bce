import type { BankKind } from './bank-kind.ts';

/** Signed or unsigned amount of the movement. */
export const amount: BankKind = {
  statement: 'amount',
  event: 'amount',
  holds: 'number',
  headers: [
    'amount|transaction amount|amt|txn amount|sum|billing amount|net amount|amount eur|amount usd|amount gbp|payment amount|gross amount|value gbp|value eur|total amount',
    'betrag|umsatz|umsatzbetrag|buchungsbetrag|summe|transaktionsbetrag|betrag in eur|wert in eur|zahlungsbetrag',
    'montant|montant de l operation|montant operation|montant transaction|somme|montant eur|montant en eur',
    'importe|monto|cantidad|importe eur|importe operacion|importe de la operacion|monto de la transaccion',
    'importo|ammontare|importo eur|importo operazione|importo in euro|somma',
    'bedrag|transactiebedrag|bedrag eur|bedrag transactie|bedrag in eur|bedrag van de verrichting',
    'valor|montante|quantia|valor da transacao|valor do lancamento|valor r|valor em reais|valor lancamento',
    'kwota|kwota operacji|kwota transakcji|suma|ποσο|ποσο συναλλαγης',
  ],
  patterns: [
    { name: /amount|(^|_)amt|betrag|montant|importe/i },
    { name: /^(value|sum|total|price)$/i },
  ],
};
