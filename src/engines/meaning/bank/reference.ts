import type { BankKind } from './bank-kind.ts';

/** Reference or number of the transaction. */
export const reference: BankKind = {
  statement: 'reference',
  event: 'id',
  holds: 'code',
  headers: [
    'reference|reference number|ref|ref no|transaction id|transaction reference|transaction number|txn id|id|bank reference|customer reference|payment reference|cheque number|check number|cheque no|chq no|check or slip|end to end id|end to end reference|mandate id|mandate reference|mandate|creditor id|external id|internal reference|unique id|uuid|serial number|sequence number|number|your reference|our reference|fitid|sepa creditor identifier|document number|confirmation number|chq ref number|check|slip|transaction ref|bank ref|document no|invoice number|sno|tran id|creditor identifier',
    'referenz|kundenreferenz|mandatsreferenz|glaubiger id|glaeubiger id|sammlerreferenz|referenznummer|buchungsreferenz|buchungsnummer|transaktionsnummer|kundenreferenz end to end|end to end referenz|umsatznummer|transaktions id|laufende nummer|lfd nr|belegnummer|bankreferenz|auftragsnummer|glaubiger identifikationsnummer|glaubigeridentifikation|mandat|ende zu ende referenz|vorgangsnummer|nummer',
    'reference|reference operation|numero|numero d operation|numero de reference|id|numero de transaction|numero de sequence|reference de l operation|n de reference|reference interne|numero de mandat|reference externe|numero de cheque|ref operation|identifiant|reference client|numero operation|identifiant creancier|reference du mandat|reference bancaire',
    'referencia|numero de operacion|numero de referencia|n operacion|referencia 1|referencia 2|id|num documento|n documento|folio|numero de documento|codigo|numero de movimiento|referencia del cliente|referencia interna|referencia externa|mandato|numero de cheque',
    'riferimento|numero operazione|numero riferimento|id|id transazione|cro|trn|codice|numero transazione|riferimento interno|riferimento esterno|codice riferimento|riferimento banca|numero assegno|mandato|identificativo',
    'referentie|kenmerk|volgnummer|volgnr|transactiereferentie|betalingskenmerk|machtigingskenmerk|incassant id|referte|refertenummer|id|uniek nummer|transactienummer|omzetnummer|batch id|mandaat|afschriftnummer|referentie van de verrichting|bankreferentie|interne referentie|externe referentie|klantreferentie|nummer|mandaatreferentie|incassantenkenmerk|sequentienummer',
    'referencia|numero do documento|n documento|documento|id|identificador|numero de documento|codigo|numero da transacao|id da transacao|numero da operacao|referencia interna|referencia externa|mandato',
    'numer referencyjny|nr referencyjny|nuoroda|iraso nr|dokumento numeris|operacijos kodas|iraso numeris|αριθμος αναφορας|αναφορα|αριθμος|κωδικος|αρ συναλλαγης|α α',
  ],
  patterns: [
    {
      name: /^((transaction|txn|trans|tx|payment|transfer|record|row|event)[_ ]?)?(id|uuid|ref|reference|number|no|key)$/i,
    },
  ],
};
