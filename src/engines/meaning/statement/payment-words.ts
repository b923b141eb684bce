import { NAME_SETS } from '../../../shared/layouts/names.ts';

/**
 * Words of payments that name nobody, by language. In a file of one account, any other word of a
 * transfer may be a name: a list of names knows some six in ten of a country's.
 */
const WORDS = [
  // English
  'the of and for your with from to by at on in ref reference payment payments paid purchase withdrawal cash atm transfer transfers transferred direct debit debits credit credits deposit deposits salary wages wage payroll pay pension rent mortgage loan bill bills thank thanks you invoice fee fees charge charges interest tax refund refunds online mobile bank banking card visa mastercard check cheque bacs faster chaps fps bgc ddr sto standing order so ach des dep dir id indn ppd web pos internet autopay recurring monthly month account acct service services maintenance overdraft annual dinner lunch gift present birthday holiday trip food groceries tickets concert petrol share deposit savings insurance council water electricity gas phone sent received zelle venmo xfer overseas foreign transaction conversion rate wire incoming outgoing dividend cashback bonus expenses expense reimbursement',
  // German
  'der die das und für fuer fürs fuers ins ans beim anteil anteilig vom ihr ihre ihren mit von zum zur an am im bei dank danke sagt rechnung überweisung ueberweisung lastschrift sepa basislastschrift gehalt lohn bezüge bezuege miete kaltmiete warmmiete nebenkosten gutschrift kartenzahlung einkauf beitrag abschlag vertrag kunde auftrag dauerauftrag zahlung entgelt entgeltabschluss abschluss gebühr gebuehr gebühren kontoführung kontofuehrung zinsen echtzeitüberweisung bargeld auszahlung einzahlung geldautomat euer miete essen geschenk geburtstag urlaub rückzahlung rueckzahlung erstattung taschengeld kindergeld rente unterhalt monat verwendungszweck svwz eref mref kref cred empfänger empfaenger auftraggeber',
  // French
  'le la les des du et pour votre avec de d à a au aux par sur en achat retrait virement vir virements instantané instantane inst recu reçu émis emis permanent prélèvement prelevement prlv salaire paie traitement loyer facture paiement carte cb frais merci échéance echeance cotisation cotisations remboursement rbt participation cadeau repas restaurant vacances anniversaire resto tenue compte mensuel abonnement intérêts interets agios commission versement dépôt depot chèque cheque remise motif réf mandat mois sepa web dab pension retraite allocation allocations épargne epargne',
  // Spanish
  'el los las y por su con del al compra transferencia transferencias recibo recibos nómina nomina alquiler factura pago pagos tarjeta comisión comision comisiones gracias cuota retirada adeudo abono ingreso efectivo cajero reintegro bizum concepto favor mantenimiento cuenta intereses devolución devolucion cena comida regalo viaje gasolina cumpleaños fiesta mes recibida emitida inmediata pensión',
  // Italian
  'il lo gli i e per vostro acquisto prelievo bonifico bonifici addebito accredito stipendio emolumenti affitto fattura pagamento carta commissione commissioni grazie rata canone pagamenti favore causale da di del della dei a ord ordinante beneficiario istantaneo spese spesa mensile conto tenuta imposta bollo interessi competenze cena pranzo regalo vacanza benzina compleanno rimborso mese giroconto versamento contanti ricarica utenza utenze cod cliente presso ore sdd pensione disposizione',
  // Dutch and Portuguese
  'het een en voor uw met van aan bij aankoop opname overboeking incasso salaris loon huur factuur betaling betaalautomaat kosten dank termijn rekening omschrijving naam kenmerk machtiging spoed maand eten cadeau vakantie tikkie os as do da dos das ao compra levantamento transferência transf pag ordenado vencimento renda fatura cartão comissão obrigado prestação multibanco mb way jantar prenda férias despesas manutenção imposto juros mês',
];

const words = new Set([
  ...WORDS.join(' ').split(' '),
  ...Object.values(NAME_SETS).flatMap(({ months, weekdays }) =>
    [...months, ...weekdays].filter(({ length }) => length > 2),
  ),
]);

/** Returns true for a word of payments, in any letters. */
export const isPaymentWord = (word: string): boolean =>
  words.has(word.toLowerCase().replace(/[.:]$/, ''));
