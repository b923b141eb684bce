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
    utcOffset: 3600,
    summerTime: 'eu',
    familyNames: 1,
    callingCode: '+31',
  },
};
