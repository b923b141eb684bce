import type { BankKind } from './bank-kind.ts';

/** Free text of the payment. */
export const description: BankKind = {
  statement: 'description',
  holds: 'code',
  headers: [
    'description|details|narration|narrative|memo|particulars|transaction details|transaction description|payment details|note|notes|remarks|remark|purpose|text|message|reference text|statement description|additional information|comment|comments|payment purpose|transaction remarks|extended description|original description|remittance information|transaction information|merchant description|item',
    'verwendungszweck|buchungstext|beschreibung|zweck|umsatztext|buchungsdetails|bemerkung|notiz|notizen|info|zahlungsgrund|vorgang verwendungszweck|mitteilung|text|buchungsinformation|details|zahlungsreferenz|kommentar|hinweis|verwendung|weitere angaben',
    'libelle|libelle operation|libelle de l operation|description|detail|details|commentaire|communication|motif|informations complementaires|nature de l operation|note|intitule|objet|label|libelle complet|libelle simplifie|commentaires|detail de l operation',
    'concepto|descripcion|detalle|observaciones|mas datos|concepto ampliado|movimiento|nota|notas|comentario|referencia texto|mas informacion|descripcion de la operacion',
    'descrizione|causale|descrizione operazione|descrizione completa|note|dettagli|dettaglio|motivo|causale operazione|operazione|messaggio|descrizione estesa|nota',
    'omschrijving|mededelingen|mededeling|details|vrije mededeling|notities|notitie|betalingskenmerk tekst|beschrijving|memo|transactieomschrijving|opmerking|detail van de verrichting|omschrijving van de verrichting|opmerkingen',
    'descricao|historico|detalhes|descritivo|titulo|observacoes|lancamento|memo|title|descricao do lancamento|nota|observacao|mensagem',
    'opis|opis operacji|tytul|tytul operacji|szczegoly|paaiskinimas|mokejimo paskirtis|pastabos|details|περιγραφη|αιτιολογια|αιτιολογια συναλλαγης|παρατηρησεις|σχολια',
  ],
};
