import type { BankKind } from './bank-kind.ts';

/** Account that the row is about. */
export const account: BankKind = {
  statement: 'account',
  event: 'account',
  holds: 'code',
  headers: [
    'account|account number|account no|account id|iban|own account|account iban|account name|acct|account nr|account type and number|from account|my account|card number|card no|account holder|bank account|product|account bic|own iban|account label|account number iban|acc no|acct no|own bic|account owner|account title',
    'konto|kontonummer|auftragskonto|iban|kontobezeichnung|eigenes konto|iban auftragskonto|bic auftragskonto|bezeichnung auftragskonto|bankname auftragskonto|name des kontos|kontoname|kontoinhaber|kontonr|konto nr|eigene iban|kartennummer|mein konto|girokonto|iban kontoinhaber|bic kontoinhaber|referenzkonto|bic konto|bezeichnung konto|eigene bic',
    'compte|numero de compte|n compte|iban|accountnum|account label|accountlabel|compte emetteur|nom du compte|intitule du compte|mon compte|libelle du compte|titulaire|titulaire du compte|libelle compte|numero compte|compte donneur d ordre|n de compte',
    'cuenta|numero de cuenta|n cuenta|iban|cuenta cargo|titular|nombre de la cuenta|mi cuenta|tarjeta|numero cuenta|nombre cuenta',
    'conto|numero conto|iban|conto corrente|rapporto|nome conto|intestatario|mio conto|numero di conto|nome del conto',
    'rekening|rekeningnummer|iban|iban bban|eigen rekening|rekeningnaam|naam rekening|spaarrekening|naam van de rekening|rekeninghouder|spaarrekening naam|iban rekening|eigen iban|opdrachtgeversrekening|van rekening|rekening iban|naam rekeninghouder|referentie rekening',
    'conta|numero da conta|n conta|iban|nome da conta|titular|minha conta|cartao|numero de conta|conta corrente',
    'numer rachunku|rachunek|konto|numer konta|saskaita|saskaitos numeris|saskaitos nr|λογαριασμος|αριθμος λογαριασμου',
  ],
  patterns: [
    {
      name: /^((from|source|sender|orig(inator)?|payer|debtor)[_ ]?)?(account|acct|iban)([_ ]?(id|no|nr|number))?$/i,
    },
    {
      name: /^(name_?orig|source(_?node)?(_?id)?|sender(_?id)?|from(_?id)?|orig|payer(_?id)?|card(_?(id|no|num|number))?|cc_num)$/i,
    },
  ],
};
