import { civilFromDays } from '../../../shared/civil-date.ts';
import type { RandomStream } from '../../random/stream.ts';
import { drawCity } from '../bank/customers.ts';
import { between, chance, pick } from '../bank/draws.ts';
import { phoneNumber } from '../bank/identifiers.ts';
import { transliterate } from '../bank/transliterate.ts';
import { countries } from '../data/countries.ts';

const MAIL_DOMAINS = ['example.com', 'example.net', 'example.org'];

export type Person = {
  name: string;
  email: string;
  phone: string;
  city: string;
  birthYear: number;
};

export const numbered = (letter: string, prefix: string, number: number, digits = 8): string =>
  letter + prefix + String(number).padStart(digits, '0');

/** Draws a person between two ages on a day; `family` and `city` are those of relatives. */
export function drawPerson(
  stream: RandomStream,
  {
    country,
    day,
    ages = [20, 82],
    tag,
    family,
    city,
  }: {
    country: string;
    day: number;
    ages?: readonly [number, number];
    /** Makes the address unique. */
    tag: string;
    family?: string | undefined;
    city?: string | undefined;
  },
): Person {
  const { names, cities, callingCode } = countries[country];
  const given = pick(stream, chance(stream, 0.5) ? names.female : names.male);
  const ownFamily = pick(stream, names.family);
  const ownCity = cities[drawCity(stream, cities.length)];
  const last = family ?? ownFamily;
  return {
    name: `${given} ${last}`,
    email: `${transliterate(given)}.${transliterate(last)}.${tag}@${pick(stream, MAIL_DOMAINS)}`,
    phone: phoneNumber(country, callingCode, stream.below(10_000_000)),
    city: city ?? ownCity,
    // The older of two draws pulls the mean towards the middle ages of those who hold contracts.
    birthYear:
      civilFromDays(day).year -
      Math.round((between(stream, ...ages) + between(stream, ...ages)) / 2),
  };
}
