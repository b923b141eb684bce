import type { BankKind } from './bank-kind.ts';

/** Account of the other side. */
export const counterpartyAccount: BankKind = {
  statement: 'counterparty_account',
  event: 'counterparty',
  holds: 'code',
  headers: [
    'counterparty account|counterparty iban|counterparty account number|payee account|payee account number|beneficiary account|beneficiary iban|other party account|other party account number|other account|opposing account|opposing iban|opposing number|partner iban|partner account number|to account|recipient account|recipient iban|sender account|target account|counterparty bic|partner bic|beneficiary bic|counterparty bank|beneficiary bank|payee bank|bic|swift|swift code|bic swift|payee iban|creditor account|debtor account|creditor iban|debtor iban|bank code|sort code payee|counter account|counterparty bank code|op bank account number|op account number',
    'iban auftraggeber|iban empfanger|iban zahlungsbeteiligter|iban zahlungspflichtiger|iban des partners|partner iban|kontonummer empfanger|kontonummer iban|kontonummer des partners|kontonummer auftraggeber|gegenkonto|empfangerkonto|iban beguenstigter|iban begunstigter|bic swift code|bic zahlungsbeteiligter|blz|bankleitzahl|bic auftraggeber|bic empfanger|iban konto|konto empfanger|konto auftraggeber|iban kontonummer|bic blz|gegenkonto iban|gegenkonto bic|iban gegenkonto|bic gegenkonto|auftraggeber iban|empfanger iban|empfanger bic|auftraggeber bic|iban gegenpartei|bic gegenpartei|iban des auftraggebers|kontonummer gegenpartei',
    'compte contrepartie|iban contrepartie|compte beneficiaire|iban beneficiaire|compte du beneficiaire|bic contrepartie|compte de la contrepartie|numero de compte contrepartie|banque contrepartie|bic beneficiaire|compte tiers|iban tiers|numero de compte du beneficiaire|compte de contrepartie',
    'cuenta contraparte|cuenta beneficiario|iban beneficiario|iban contraparte|cuenta destino|cuenta origen|cuenta del beneficiario|cuenta ordenante|bic beneficiario|bic contraparte|contracuenta',
    'iban beneficiario|conto controparte|iban controparte|conto beneficiario|iban ordinante|conto corrente controparte|bic controparte|bic beneficiario|coordinate controparte',
    'tegenrekening|tegenrekening iban|tegenrekening iban bban|iban tegenpartij|iban tegenrekening|rekening tegenpartij|rekeningnummer tegenpartij|tegenrekeningnummer|bic tegenpartij|rekening begunstigde|bic tegenrekening|bic code tegenpartij|bankcode tegenpartij|rekening van de tegenpartij|rekeningnummer van de tegenpartij|rekening van de begunstigde|contrapartij rekening|naar rekening|rekeningnummer begunstigde',
    'conta contraparte|iban contraparte|conta destino|iban beneficiario|conta do beneficiario|conta favorecido|conta beneficiario|bic contraparte|conta origem',
    'numer rachunku kontrahenta|rachunek kontrahenta|numer konta kontrahenta|gavejo saskaita|moketojo saskaita|kontrahento saskaita|λογαριασμος δικαιουχου|λογαριασμος αντισυμβαλλομενου|iban δικαιουχου',
  ],
  patterns: [
    {
      name: /^(counterparty|beneficiary|target|receiver|recipient|dest(ination)?|to|payee|creditor)([_ ]?(node|account|acct|iban))?([_ ]?(id|name|no|number))?$|^name_?dest$|^account([_ ]?to)?$/i,
    },
  ],
};
