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
import { passesIban } from '../../table/personal-data.ts';
import type { PersonalKind } from '../../table/personal-kinds.ts';
import { mostShown, TEXT_LANGUAGES, type TextLanguage } from './text-style.ts';

/** How the people of a file are written: their language, and the form of their names. */
export type PersonalStyle = {
  language: TextLanguage;
  capitals: boolean;
  familyFirst: boolean;
  /** Of telephone numbers. */
  callingCode: string;
};

/** A column's personal data, each value once. */
export type PersonalTexts = { personal: PersonalKind; texts: readonly string[] };

type Conventions = {
  names: NameList;
  /** Countries whose IBANs (ISO 13616) and calling codes (ITU-T E.164) speak for the language alone. */
  countries: string;
  callingCodes: string;
  /** Words of streets. */
  streetWords: RegExp;
  /** Common names of streets, and how a house number is written with them. */
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

/** The words of names that one language alone has. */
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
  let made: { value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

const languageWith = (test: (conventions: Conventions) => boolean) =>
  TEXT_LANGUAGES.filter((language) => test(CONVENTIONS[language]));

/** Country codes of E.164: two of one digit, those of two digits, and all others of three. */
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
 * The language that IBANs, phone numbers, addresses and names of a file speak for; null where none does by at least
 * `threshold` values more than any other.
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

/** The calling code of most of the texts, as far as `threshold` have it. */
function usualCallingCode(texts: readonly string[], threshold: number): string | undefined {
  const counts = new Map<string | undefined, number>();
  for (const code of texts.map(callingCodeOf)) counts.set(code, (counts.get(code) ?? 0) + 1);
  const [code, count] = [...counts].sort((a, b) => b[1] - a[1])[0] ?? [undefined, 0];
  return count >= threshold ? code : undefined;
}

/**
 * How a column of personal data is written.
 *
 * @param language of the file's people, null where it is not known
 * @param threshold values that have to share a calling code
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
    familyFirst: personal === 'person_name' && most((text) => /^[^,]+, *[^,]+$/.test(text)),
    callingCode: (personal === 'phone' ? usualCallingCode(texts, threshold) : undefined) ?? usual!,
  };
}

/** Whether a reference or a key is an IBAN, which speaks for a country though it names no person. */
export const areIbans = (texts: readonly string[]): boolean =>
  texts.length > 0 && texts.every(passesIban);
