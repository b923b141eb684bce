import type { BankKind } from './bank-kind.ts';

/** Category or type of the transaction. */
export const category: BankKind = {
  statement: 'category',
  event: 'category',
  holds: 'code',
  headers: [
    'category|transaction type|type|transaction category|spending category|sub category|subcategory|budget|tags|tag|label|labels|class|transaction code|mcc|merchant category|type of transaction|category name|expense category|payment type|txn type|budget name|code|group|details type|method|payment method',
    'kategorie|unterkategorie|umsatzart|buchungsart|transaktionstyp|vorgang|art|schlagworte|kategoriename|buchungsschlussel|umsatztyp|geschaftsvorfall|buchungskategorie|hauptkategorie|transaktionsart|zahlungsart|art der buchung|typ|stichworte|tags|vorgangsart',
    'categorie|sous categorie|type d operation|type|type de transaction|categorie operation|etiquettes|mots cles|categorie parent|categorieparent|categoryparent|rubrique|type operation|etiquette',
    'categoria|subcategoria|tipo|tipo de operacion|tipo operacion|etiquetas|tipo de transaccion|rubro',
    'categoria|sottocategoria|tipo|tipo operazione|tipologia|moneymap|etichette|tipo movimento|stato tipo|tipologia operazione',
    'categorie|subcategorie|mutatiesoort|soort|transactietype|boekcode|soort boeking|labels|type verrichting|label|globale transactiecode|boekingscode|transactiesoort|tag|trefwoorden|soort verrichting|soort mutatie|type transactie|type van de verrichting',
    'categoria|subcategoria|tipo|tipo de transacao|tipo de movimento|tipo de operacao|etiquetas|tipo transacao',
    'kategoria|rodzaj|rodzaj operacji|typ operacji|tipas|operacijos tipas|kategorija|κατηγορια|ειδος|ειδος συναλλαγης',
  ],
  patterns: [{ name: /categor|^mcc|purpose|k_symbol/i }],
};
