import type { BankKind } from './bank-kind.ts';

/** Name of the other side. */
export const counterpartyName: BankKind = {
  statement: 'counterparty_name',
  event: 'counterparty',
  holds: 'code',
  headers: [
    'counterparty|counterparty name|name description|counter party|payee|payer|payee name|beneficiary|beneficiary name|merchant|merchant name|name|other party|other party name|recipient|sender|remitter|payee payer|third party|vendor|creditor|debtor|creditor name|debtor name|contact|from to|opposing name|partner name|to from',
    'empfanger|auftraggeber|zahlungsempfanger|zahlungspflichtiger|beguenstigter|begunstigter|beguenstigter zahlungspflichtiger|begunstigter zahlungspflichtiger|auftraggeber empfanger|empfanger auftraggeber|auftraggeber begunstigter|auftraggeber beguenstigter|name|partnername|partner name|name zahlungsbeteiligter|zahlungsbeteiligter|beteiligter|beguenstigter auftraggeber|begunstigter auftraggeber|name des partners|gegenpartei|kontoinhaber partner|handler|zahlungsempfanger in|zahlungspflichtige r',
    'contrepartie|nom de la contrepartie|beneficiaire|tiers|emetteur|donneur d ordre|nom du beneficiaire|commercant|marchand|nom contrepartie|supplier found|supplierfound|debiteur|creancier|fournisseur',
    'beneficiario|contraparte|ordenante|nombre|comercio|nombre del beneficiario|emisor|destinatario|beneficiario ordenante|ordenante beneficiario|nombre contraparte',
    'controparte|beneficiario|ordinante|nome|esercente|beneficiario ordinante|ordinante beneficiario|intestatario controparte|nome controparte|denominazione',
    'naam tegenpartij|tegenpartij|naam|begunstigde|naam begunstigde|opdrachtgever|naam van de tegenpartij|naam tegenrekening|naam ontvanger|ontvanger|tegenpartij naam|naam omschrijving|tenaamstelling tegenrekening|naam houder tegenrekening',
    'beneficiario|contraparte|nome|ordenante|destinatario|estabelecimento|favorecido|nome do beneficiario|nome contraparte|loja',
    'nadawca odbiorca|odbiorca|nadawca|kontrahent|nazwa kontrahenta|moketojas gavejas|gavejas moketojas|gavejas|moketojas|beneficiary payer|δικαιουχος|αντισυμβαλλομενος|εμπορος',
  ],
  admits: ({ isNumber, looksLike }) => !isNumber && !/iban|bic/.test(looksLike ?? ''),
};
