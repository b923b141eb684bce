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
import { TEXT_LANGUAGES, type TextLanguage } from '../../synthesize/columns/text-style.ts';

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

const languageWith = (test: (conventions: Conventions) => boolean) =>
  TEXT_LANGUAGES.filter((language) => test(CONVENTIONS[language]));

/** Returns the languages of a country (ISO 3166) whose IBANs or numbers indicate one. */
export const languagesOfCountry = (country: string) =>
  languageWith(({ countries }) => countries.split(' ').includes(country));

export const languagesOfStreet = (address: string) =>
  languageWith(({ streetWords }) => streetWords.test(address));

export const languagesOfCallingCode = (code: string | undefined) =>
  languageWith(({ callingCodes }) => code !== undefined && callingCodes.split(' ').includes(code));

let nameMarks: Map<string, TextLanguage | null> | undefined;

/** Returns the languages whose name lists alone contain a part of a name. */
export function languagesOfName(name: string): TextLanguage[] {
  if (nameMarks === undefined) {
    nameMarks = new Map();
    for (const language of TEXT_LANGUAGES) {
      const { female, male, family } = CONVENTIONS[language].names;
      for (const own of [...female, ...male, ...family]) {
        const word = own.toLowerCase();
        const isOther = nameMarks.has(word) && nameMarks.get(word) !== language;
        nameMarks.set(word, isOther ? null : language);
      }
    }
  }
  const words = name.toLowerCase().match(/[\p{L}'’-]+/gu) ?? [];
  return [...new Set(words.flatMap((word) => nameMarks?.get(word) ?? []))];
}
