import {
  dutchNames,
  englishNames,
  frenchNames,
  germanNames,
  italianNames,
  type NameList,
  portugueseNames,
  spanishNames,
} from '../../simulate/data/names.ts';
import {
  mostShown,
  TEXT_LANGUAGES,
  type TextLanguage,
} from '../../synthesize/columns/text-style.ts';
import { passesIban } from '../../table/check-digits.ts';
import type { PersonalKind } from '../kinds/list.ts';
import { type NameOrder, nameOrder } from './name-order.ts';

/** Style of a file's personal data: language and form of names. */
export type PersonalStyle = NameOrder & {
  language: TextLanguage;
  capitals: boolean;
  callingCode: string;
  /** Share of companies among the names. */
  companies?: number | undefined;
};

export type PersonalTexts = { personal: PersonalKind; texts: readonly string[] };

type Conventions = {
  names: NameList;
  /** Countries whose IBANs (ISO 13616) and calling codes (E.164) indicate this language only. */
  countries: string;
  callingCodes: string;
  streetWords: RegExp;
  /** Common street names, and the position of the house number. */
  streets: readonly string[];
  address: (street: string, number: number) => string;
};

const list = (text: string) => text.split('|');

export const CONVENTIONS: Readonly<Record<TextLanguage, Conventions>> = {
  en: {
    names: englishNames,
    countries: 'GB IE',
    callingCodes: '1 44 353 61 64',
    streetWords: /\b(street|st|road|rd|avenue|ave|lane|drive|blvd)\b/i,
    streets: list('Oak|Maple|Mill|Church|Station|Garden|River|Hill|Park'),
    address: (street, number) => `${number} ${street} Street`,
  },
  de: {
    names: germanNames,
    countries: 'DE AT LI',
    callingCodes: '49 43 423',
    streetWords: /(straße|strasse|str\.|weg|platz|allee|gasse)(\s|$)/i,
    streets: list(
      'Hauptstraße|Schulstraße|Gartenstraße|Bahnhofstraße|Dorfstraße|Bergstraße|Birkenweg|Lindenweg|Kirchplatz',
    ),
    address: (street, number) => `${street} ${number}`,
  },
  fr: {
    names: frenchNames,
    countries: 'FR MC',
    callingCodes: '33 377',
    streetWords: /\b(rue|avenue|boulevard|chemin|impasse|place|allée)\s/i,
    streets: list(
      'rue de l’Église|rue des Écoles|rue de la Gare|rue du Moulin|rue des Jardins|rue Pasteur|rue Victor Hugo|place de la Mairie|chemin du Stade',
    ),
    address: (street, number) => `${number} ${street}`,
  },
  es: {
    names: spanishNames,
    countries: 'ES',
    callingCodes: '34',
    streetWords: /\b(calle|c\/|avenida|avda|plaza|paseo|camino)/i,
    streets: list(
      'Calle Mayor|Calle Real|Calle de la Iglesia|Calle Nueva|Calle del Sol|Calle de la Fuente|Avenida de la Constitución|Plaza de España|Paseo del Parque',
    ),
    address: (street, number) => `${street}, ${number}`,
  },
  it: {
    names: italianNames,
    countries: 'IT SM',
    callingCodes: '39 378',
    streetWords: /\b(via|viale|piazza|corso|vicolo|largo)\s/i,
    streets: list(
      'Via Roma|Via Garibaldi|Via Marconi|Via Mazzini|Via Dante|Via Verdi|Viale della Stazione|Piazza del Duomo|Corso Italia',
    ),
    address: (street, number) => `${street} ${number}`,
  },
  nl: {
    names: dutchNames,
    countries: 'NL',
    callingCodes: '31',
    streetWords: /(straat|laan|weg|plein|gracht|kade)(\s|$)/i,
    streets: list(
      'Kerkstraat|Schoolstraat|Molenstraat|Dorpsstraat|Stationsstraat|Beatrixlaan|Wilhelminalaan|Molenweg|Julianaplein',
    ),
    address: (street, number) => `${street} ${number}`,
  },
  pt: {
    names: portugueseNames,
    countries: 'PT BR',
    callingCodes: '351 55',
    streetWords: /\b(rua|r\.|avenida|av\.|travessa|praça|largo)\s/i,
    streets: list(
      'Rua da Igreja|Rua da Escola|Rua Direita|Rua Nova|Rua do Sol|Rua da Fonte|Avenida da Liberdade|Avenida da República|Largo do Rossio',
    ),
    address: (street, number) => `${street}, ${number}`,
  },
};

/** Returns the name parts that occur in one language only. */
const nameMarks = once(() => {
  const of = new Map<string, TextLanguage | null>();
  for (const language of TEXT_LANGUAGES) {
    const { female, male, family } = CONVENTIONS[language].names;
    for (const name of [...female, ...male, ...family]) {
      const word = name.toLowerCase();
      of.set(word, of.has(word) && of.get(word) !== language ? null : language);
    }
  }
  return of;
});

function once<T>(make: () => T): () => T {
  let generated: { value: T } | undefined;
  return () => {
    generated ??= { value: make() };
    return generated.value;
  };
}

const languageWith = (test: (conventions: Conventions) => boolean) =>
  TEXT_LANGUAGES.filter((language) => test(CONVENTIONS[language]));

/** Matches E.164 country codes: two of one digit, those of two digits, else three. */
const COUNTRY_CODE = /^(?:\+|00)(1|7|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|\d{3})/;

const callingCodeOf = (text: string): string | undefined =>
  COUNTRY_CODE.exec(text.replaceAll(/[^\d+]/g, ''))?.[1];

function languagesOf(personal: PersonalKind, text: string): readonly TextLanguage[] {
  switch (personal) {
    case 'iban': {
      const country = text.trim().slice(0, 2).toUpperCase();
      return languageWith(({ countries }) => countries.split(' ').includes(country));
    }
    case 'phone': {
      const code = callingCodeOf(text);
      return languageWith(
        ({ callingCodes }) => code !== undefined && callingCodes.split(' ').includes(code),
      );
    }
    case 'address':
      return languageWith(({ streetWords }) => streetWords.test(text));
    case 'person_name':
    case 'first_name':
    case 'last_name': {
      const words = text.toLowerCase().match(/[\p{L}'’-]+/gu) ?? [];
      const marks = nameMarks();
      return [...new Set(words.flatMap((word) => marks.get(word) ?? []))];
    }
    default:
      return [];
  }
}

/**
 * Returns the language indicated by IBANs, phones, addresses and names, if it leads by `threshold`
 * values.
 */
export function personalLanguage(
  columns: readonly PersonalTexts[],
  threshold: number,
): TextLanguage | null {
  const spoken = columns.flatMap(({ personal, texts }) =>
    texts.map((text) => languagesOf(personal, text)),
  );
  const counts = TEXT_LANGUAGES.map((language): [TextLanguage, number] => [
    language,
    spoken.filter((own) => own.length === 1 && own[0] === language).length,
  ]);
  return mostShown(counts, spoken.filter((own) => own.length > 0).length, threshold);
}

const NAMES: readonly PersonalKind[] = ['person_name', 'first_name', 'last_name'];

/** Returns the most frequent calling code, if at least `threshold` texts have it. */
function usualCallingCode(texts: readonly string[], threshold: number): string | undefined {
  const counts = new Map<string | undefined, number>();
  for (const code of texts.map(callingCodeOf)) counts.set(code, (counts.get(code) ?? 0) + 1);
  const [code, count] = [...counts].sort((a, b) => b[1] - a[1])[0] ?? [undefined, 0];
  return count >= threshold ? code : undefined;
}

/**
 * Derives the style of a personal-data column.
 *
 * @param language of the file's persons, null if unknown
 * @param threshold minimum number of values with the calling code
 */
export function personalStyle(
  { personal, texts }: PersonalTexts,
  { language, threshold }: { language: TextLanguage | null; threshold: number },
): PersonalStyle {
  const most = (test: (text: string) => boolean) => texts.filter(test).length * 2 > texts.length;
  const [usual] = CONVENTIONS[language ?? 'en'].callingCodes.split(' ');
  return {
    language: language ?? 'en',
    capitals: NAMES.includes(personal) && most((text) => text === text.toUpperCase()),
    ...(personal === 'person_name' ? nameOrder(texts) : { familyFirst: false }),
    callingCode: (personal === 'phone' ? usualCallingCode(texts, threshold) : undefined) ?? usual!,
  };
}

/** Returns true if a reference or key is an IBAN, which indicates a country but no person. */
export const areIbans = (texts: readonly string[]): boolean =>
  texts.length > 0 && texts.every(passesIban);
