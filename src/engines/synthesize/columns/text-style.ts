import { isWebAddress } from '../../meaning/roles/web-address.ts';

export const TEXT_LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'nl', 'pt'] as const;
export type TextLanguage = (typeof TEXT_LANGUAGES)[number];

export type TextStyle = {
  language: TextLanguage;
  capitals: boolean;
  webAddresses?: boolean | undefined;
};

export const NEUTRAL_WORDS: Readonly<Record<TextLanguage, readonly string[]>> = {
  en: words(
    'payment order note service monthly regular invoice items received account general reference standard details entry various other goods',
  ),
  de: words(
    'Zahlung Auftrag Hinweis Leistung monatlich laufend Rechnung Posten erhalten Konto allgemein Referenz Standard Angaben Eintrag diverse weitere Waren',
  ),
  fr: words(
    'paiement commande note service mensuel courant facture articles reçu compte divers référence standard détails écriture autre biens dossier',
  ),
  es: words(
    'pago pedido nota servicio mensual regular factura artículos recibido cuenta general referencia normal detalles apunte varios otros bienes',
  ),
  it: words(
    'pagamento ordine nota servizio mensile regolare fattura articoli ricevuto conto generale riferimento ordinario dettagli voce vari altri beni',
  ),
  nl: words(
    'betaling opdracht notitie dienst maandelijks vast factuur artikelen ontvangen rekening algemeen referentie standaard gegevens post diverse overige goederen',
  ),
  pt: words(
    'pagamento pedido nota serviço mensal regular fatura artigos recebido conta geral referência normal detalhes lançamento vários outros bens',
  ),
};

/** Words that indicate the language of bank texts; none occurs in two languages. */
const TELLING: Readonly<Record<TextLanguage, ReadonlySet<string>>> = {
  en: marks(
    'the of and for your with from to purchase withdrawal transfer direct debit salary rent bill thank you payment invoice fee',
  ),
  de: marks(
    'der die und für vom ihr ihre ihren mit von zum zur dank sagt rechnung überweisung lastschrift gehalt miete gutschrift kartenzahlung einkauf beitrag abschlag vertrag kunde auftrag zahlung entgelt',
  ),
  fr: marks(
    'le les du et pour votre avec au aux achat retrait virement prélèvement prelevement salaire loyer facture paiement carte frais merci échéance cotisation',
  ),
  es: marks(
    'el los las y por su compra transferencia recibo nómina nomina alquiler factura pago tarjeta comisión gracias cuota retirada adeudo',
  ),
  it: marks(
    'il lo gli e per vostro acquisto prelievo bonifico addebito stipendio affitto fattura pagamento carta commissione grazie rata canone pagamenti',
  ),
  nl: marks(
    'het een en voor uw met van aankoop opname overboeking incasso salaris huur factuur betaling betaalautomaat kosten dank termijn rekening',
  ),
  pt: marks(
    'os as e por seu compra levantamento transferência transferencia débito ordenado renda fatura pagamento cartão comissão obrigado prestação multibanco',
  ),
};

function words(list: string): readonly string[] {
  return list.split(' ');
}

function marks(list: string): ReadonlySet<string> {
  return new Set(words(list));
}

function counts(texts: readonly string[]): [TextLanguage, number][] {
  const tokens = texts.map((text) => text.toLowerCase().match(/\p{L}+/gu) ?? []);
  return TEXT_LANGUAGES.map((language): [TextLanguage, number] => [
    language,
    tokens.filter((own) => own.some((token) => TELLING[language].has(token))).length,
  ]);
}

/** Minimum share of texts that indicates the language, so that no single customer decides. */
const SHOWN_SHARE = 0.2;

/** Returns the language of most texts; null if too few indicate it, or another is close. */
export function mostShown(
  shown: readonly [TextLanguage, number][],
  total: number,
  threshold: number,
): TextLanguage | null {
  const [first, second] = shown.toSorted((a, b) => b[1] - a[1]);
  const least = Math.max(threshold, SHOWN_SHARE * total);
  return first![1] >= least && first![1] >= second![1] + threshold ? first![0] : null;
}

/**
 * Derives the language of texts, and whether most are in capitals or all but a few are URLs.
 *
 * @param threshold minimum number of texts that indicate the language
 * @param fallback language if none is indicated
 */
export function textStyle(
  texts: readonly string[],
  threshold: number,
  fallback: TextLanguage = 'en',
): TextStyle {
  const inCapitals = texts.filter(
    (text) => text === text.toUpperCase() && text !== text.toLowerCase(),
  ).length;
  const addresses = texts.filter(isWebAddress).length;
  const areAddresses = addresses >= threshold && texts.length - addresses < threshold;
  return {
    language: mostShown(counts(texts), texts.length, threshold) ?? fallback,
    capitals: inCapitals * 2 > texts.length,
    ...(areAddresses && { webAddresses: true }),
  };
}
