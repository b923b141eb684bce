import {
  dutchNames,
  englishNames,
  frenchNames,
  germanNames,
  italianNames,
  type NameList,
  spanishNames,
} from './names.ts';

export type Country = {
  code: string;
  currency: string;
  names: NameList;
  /** Cities by size; the share of customers falls in that order. */
  cities: readonly string[];
  /** By city: the one of the others that is nearest. */
  nearest: readonly number[];
  /** Standard time's offset from UTC in seconds, and the daylight-saving rule. */
  utcOffset: number;
  summerTime: 'us' | 'eu';
  familyNames: 1 | 2;
  callingCode: string;
};

const list = (text: string) => text.split('|');

export const countries: Readonly<Record<string, Country>> = {
  US: {
    code: 'US',
    currency: 'USD',
    names: englishNames,
    cities: list('Columbus|Cleveland|Cincinnati|Toledo|Akron|Dayton|Parma|Canton|Lorain|Hamilton'),
    nearest: [5, 6, 9, 8, 7, 9, 1, 4, 1, 2],
    utcOffset: -5 * 3600,
    summerTime: 'us',
    familyNames: 1,
    callingCode: '+1',
  },
  DE: {
    code: 'DE',
    currency: 'EUR',
    names: germanNames,
    cities: list(
      'Berlin|Hamburg|München|Köln|Frankfurt am Main|Stuttgart|Leipzig|Bremen|Kassel|Jena',
    ),
    nearest: [6, 7, 5, 4, 8, 4, 9, 1, 4, 6],
    utcOffset: 3600,
    summerTime: 'eu',
    familyNames: 1,
    callingCode: '+49',
  },
  FR: {
    code: 'FR',
    currency: 'EUR',
    names: frenchNames,
    cities: list('Paris|Marseille|Lyon|Toulouse|Nice|Nantes|Strasbourg|Rennes|Lille|Dijon'),
    nearest: [8, 4, 9, 1, 1, 7, 9, 5, 0, 2],
    utcOffset: 3600,
    summerTime: 'eu',
    familyNames: 1,
    callingCode: '+33',
  },
  ES: {
    code: 'ES',
    currency: 'EUR',
    names: spanishNames,
    cities: list('Madrid|Barcelona|Valencia|Sevilla|Zaragoza|Málaga|Murcia|Bilbao|Vigo|León'),
    nearest: [4, 4, 6, 5, 0, 3, 2, 9, 9, 7],
    utcOffset: 3600,
    summerTime: 'eu',
    familyNames: 2,
    callingCode: '+34',
  },
  IT: {
    code: 'IT',
    currency: 'EUR',
    names: italianNames,
    cities: list('Roma|Milano|Napoli|Torino|Palermo|Genova|Bologna|Firenze|Verona|Trieste'),
    nearest: [7, 3, 0, 1, 2, 1, 7, 6, 6, 8],
    utcOffset: 3600,
    summerTime: 'eu',
    familyNames: 1,
    callingCode: '+39',
  },
  NL: {
    code: 'NL',
    currency: 'EUR',
    names: dutchNames,
    cities: list(
      'Amsterdam|Rotterdam|Den Haag|Utrecht|Eindhoven|Groningen|Tilburg|Breda|Arnhem|Leiden',
    ),
    nearest: [9, 2, 9, 0, 6, 8, 7, 6, 3, 2],
    utcOffset: 3600,
    summerTime: 'eu',
    familyNames: 1,
    callingCode: '+31',
  },
};
