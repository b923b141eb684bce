/**
 * What banks of these languages call the columns of the statements that they hand out, by what import profiles call
 * them. Of several the layouts take turns.
 */
const HEADERS: Record<string, Record<string, string[]>> = {
  en: {
    'account-iban': ['Account IBAN', 'Account number', 'IBAN'],
    'account-number': ['Account Number', 'Posted Account', 'Account'],
    'account-name': ['Account Name', 'Source account'],
    date_transaction: ['Date', 'Transaction Date', 'Completed Date'],
    date_book: ['Posting Date', 'Booking date'],
    date_process: ['Process Date', 'Value Date'],
    date: ['Date'],
    value_dat: ['Value Dat'],
    narration: ['Narration'],
    debit_amount: ['Debit Amount'],
    credit_amount: ['Credit Amount'],
    'chq/ref_number': ['Chq/Ref Number'],
    closing_balance: ['Closing Balance'],
    description: ['Description', 'Details', 'Transaction Description', 'Narrative'],
    note: ['Memo', 'Notes', 'Particulars'],
    'opposing-name': ['Counter Party', 'Payee', 'OP name'],
    'opposing-number': ['OP Bank Account Number', 'Counterparty account'],
    'opposing-iban': ['Counterparty IBAN'],
    amount: ['Amount', 'Amount (GBP)', 'Transaction amount'],
    amount_debit: ['Debit', 'Paid Out (EUR)', 'Debit Amount', 'Withdrawal Amount (INR)'],
    amount_credit: ['Credit', 'Paid In (EUR)', 'Credit Amount', 'Deposit Amount (INR)'],
    'currency-code': ['Currency', 'Ccy'],
    'category-name': ['Category', 'Spending Category'],
    'budget-name': ['Budget'],
    'tags-comma': ['Type', 'Transaction type'],
    'external-id': ['Transaction ID', 'Reference Number'],
    internal_reference: ['Reference', 'Check or Slip #'],
  },
  de: {
    'account-iban': ['Auftragskonto', 'IBAN Auftragskonto', 'Kontonummer'],
    'account-bic': ['BIC Auftragskonto'],
    'account-name': ['Bezeichnung Auftragskonto'],
    date_transaction: ['Buchungstag', 'Buchung', 'Valutadatum', 'Wertstellung'],
    date_book: ['Buchungstag', 'Buchungsdatum'],
    date_process: ['Valutadatum', 'Wert'],
    date_invoice: ['Buchungstag', 'Belegdatum'],
    description: ['Verwendungszweck', 'Buchungstext'],
    note: ['Buchungstext', 'Info'],
    'opposing-name': [
      'Begünstigter / Auftraggeber',
      'Name Zahlungsbeteiligter',
      'Auftraggeber/Empfänger',
      'Beguenstigter/Zahlungspflichtiger',
    ],
    'opposing-iban': ['IBAN', 'IBAN Zahlungsbeteiligter', 'Kontonummer/IBAN'],
    'opposing-bic': ['BIC', 'BIC (SWIFT-Code) Zahlungsbeteiligter', 'BIC (SWIFT-Code)'],
    amount: ['Betrag', 'Betrag (EUR)', 'Umsatz'],
    amount_debit: ['Soll'],
    amount_credit: ['Haben'],
    'currency-code': ['Währung', 'Waehrung'],
    'category-name': ['Kategorie'],
    'tags-comma': ['Buchungstext', 'Vorgang', 'Umsatzart'],
    sepa_ct_op: ['Kundenreferenz', 'Kundenreferenz (End-to-End)'],
    sepa_ct_id: ['Sammlerreferenz'],
    sepa_db: ['Mandatsreferenz'],
    sepa_ci: ['Gläubiger ID', 'Glaeubiger ID'],
  },
  fr: {
    'account-number': ['accountNum', 'Compte'],
    'account-name': ['accountLabel', 'Libellé du compte'],
    'account-iban': ['Compte'],
    date_transaction: ["Date d'opération", 'dateOp', 'Date'],
    date_process: ['dateVal', 'Date de valeur'],
    description: ['Libellé', 'label'],
    note: ['Commentaire'],
    'category-name': ['Catégorie', 'category'],
    'opposing-name': ['Bénéficiaire', 'supplierFound'],
    'opposing-iban': ['IBAN de la contrepartie', 'Compte contrepartie'],
    amount: ['Montant', 'amount'],
    'currency-code': ['Devise'],
    'external-id': ["Numéro d'opération"],
  },
  es: {
    date_process: ['Fecha', 'Fecha operación'],
    date_transaction: ['Fecha valor', 'Fecha'],
    description: ['Concepto', 'Movimiento'],
    amount: ['Importe', 'Importe (EUR)'],
  },
  it: {
    date_transaction: ['Data_Operazione', 'Data Contabile'],
    date_interest: ['Data_Valuta', 'Valuta'],
    amount_credit: ['Entrate', 'Accrediti'],
    amount_debit: ['Uscite', 'Addebiti'],
    'tags-space': ['Descrizione', 'Causale'],
    description: ['Descrizione_Completa', 'Descrizione estesa'],
    'category-name': ['Moneymap', 'Categoria'],
  },
  nl: {
    'account-iban': ['Rekening', 'Rekeningnummer', 'Referentie rekening'],
    'account-number': ['Rekening'],
    'account-name': ['Rekening naam', 'Naam van de rekening'],
    'opposing-iban': ['Tegenrekening', 'Rekening tegenpartij', 'Tegenrekening IBAN/BBAN'],
    'opposing-number': ['Rekening tegenpartij', 'Tegenrekening'],
    'opposing-name': ['Naam tegenpartij', 'Naam', 'Naam van de tegenpartij'],
    date_book: ['Boekdatum', 'Boekingsdatum'],
    date_process: ['Valutadatum', 'Uitvoeringsdatum'],
    date_transaction: ['Datum', 'Datum verrichting', 'Transactiedatum'],
    description: ['Omschrijving', 'Mededeling'],
    note: ['Mededelingen', 'Mededeling', 'Details'],
    amount: ['Bedrag', 'Bedrag (EUR)'],
    'currency-code': ['Munt', 'Valuta', 'Devies'],
    'external-id': ['Volgnummer', 'Referentie'],
    'tags-comma': ['Mutatiesoort', 'Type van de verrichting'],
    'ing-debit-credit': ['Af Bij'],
  },
  pt: {
    date_transaction: ['Data', 'Data Lançamento'],
    description: ['Histórico', 'Descrição', 'Lançamento', 'title'],
    amount: ['Valor', 'Valor (R$)'],
    amount_negated: ['Valor', 'amount'],
    'category-name': ['Categoria', 'category'],
  },
  pl: {
    date_transaction: ['Data operacji', '#Data operacji'],
    description: ['Opis operacji'],
    'category-name': ['Kategoria'],
    amount: ['Kwota'],
  },
  lt: {
    'account-iban': ['Sąskaitos Nr.'],
    date_transaction: ['Data'],
    'opposing-name': ['Gavėjas'],
    description: ['Paaiškinimai'],
    amount: ['Suma'],
    'currency-code': ['Valiuta'],
    'rabo-debit-credit': ['D/K'],
    'external-id': ['Įrašo Nr.'],
  },
  el: {
    date_transaction: ['Ημ/νία'],
    date_book: ['Ημ/νία Καταχώρησης', 'Valeur ημ/νία'],
    date_process: ['Ημερομηνία'],
    'account-iban': ['Λογαριασμός'],
    note: ['Αιτιολογία'],
    description: ['Περιγραφή'],
    'external-id': ['Αρ. συναλλαγής', 'Αριθμός αναφοράς'],
    internal_reference: ['Αριθμός αναφοράς'],
    amount_debit: ['Χρέωση'],
    'currency-code': ['Νόμισμα'],
  },
};

const LANGUAGES: Record<string, string> = {
  at: 'de',
  be: 'nl',
  br: 'pt',
  ca: 'en',
  de: 'de',
  es: 'es',
  'firefly-iii': 'en',
  fr: 'fr',
  gb: 'en',
  gr: 'el',
  ie: 'en',
  in: 'en',
  it: 'it',
  lt: 'lt',
  mx: 'es',
  nl: 'nl',
  nz: 'en',
  'other-software': 'en',
  pl: 'pl',
  us: 'en',
};

/** The words for a layout's columns, one for each role; a role that stands twice takes the next word. */
export function headersOf(layout: string, roles: readonly string[]): string[] {
  const language = LANGUAGES[layout.split('/')[0]!]!;
  const words = HEADERS[language]!;
  const turn = [...layout].reduce((sum, letter) => sum + letter.charCodeAt(0), 0);
  const used = new Set<string>();
  return roles.map((role, place) => {
    if (role === '_ignore') return `x${place}`;
    const names = words[role];
    if (names === undefined) throw new Error(`${layout}: no ${language} word for ${role}`);
    const from = names.map((_, i) => names[(turn + i) % names.length]!);
    const name = from.find((each) => !used.has(each)) ?? `${from[0]} ${place}`;
    used.add(name);
    return name;
  });
}
