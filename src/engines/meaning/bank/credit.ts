import type { BankKind } from './bank-kind.ts';

/** Amounts of credits alone. */
export const credit: BankKind = {
  statement: 'credit',
  holds: 'number',
  headers: [
    'credit|credits|credit amount|paid in|money in|deposit|deposits|deposit amt|deposit amount|amount credit|credit amt|funds in|payments in|received|incoming|payments and credits',
    'haben|gutschrift|gutschriften|zugang|einnahmen|einnahme|habenbetrag|betrag haben|umsatz haben|einzahlung|gutschriftsbetrag',
    'montant credit|credit euros|montant au credit|entrees|recettes',
    'abono|abonos|haber|depositos|deposito|entradas|ingresos|ingreso|credito|importe abono',
    'accredito|accrediti|entrate|entrata|avere|importo accredito|importo avere',
    'bij|bijschrijving|inkomsten|bedrag bij|creditbedrag',
    'credito|creditos|entrada|entradas|valor credito|receita|a credito',
    'uznania|uznanie|wplywy|kreditas|πιστωση|πιστωσεις',
  ],
};
