import { civilFromDays } from '../../../shared/civil-date.ts';
import { aliasTable, drawAlias } from '../../random/alias-table.ts';
import { exponential } from '../../random/exponential.ts';
import { fromTable, standardNormal } from '../../random/quantile-table.ts';
import { type RandomStream, streamFor } from '../../random/stream.ts';
import type { Configuration } from '../configuration/schema.ts';
import { type Country, countries } from '../data/countries.ts';
import type { Bank } from './bank.ts';
import { amountOf, between, chance, drawKey, pick, purposes } from './draws.ts';
import { phoneNumber } from './identifiers.ts';
import { type LifeEvent, lifeEventOf } from './life-events.ts';
import { transliterate } from './transliterate.ts';

export type Employment =
  | 'salaried'
  | 'selfEmployed'
  | 'retired'
  | 'student'
  | 'unemployed'
  | 'business';
type PayCalendar = 'weekly' | 'biweekly' | 'monthly' | 'lastBusinessDay';
export type RiskSegment = 'low' | 'medium' | 'high';

export type Customer = {
  id: string;
  name: string;
  email: string;
  phone: string;
  city: number;
  birthYear: number;
  household: string;
  employment: Employment;
  /** Monthly income in minor units, before raises. */
  income: number;
  pay: PayCalendar;
  /** Weekday for weekly pay, day of the month for monthly pay. */
  payAnchor: number;
  riskSegment: RiskSegment;
  /** Days since 1970. */
  joined: number;
  /** Factor of the customer's use of cash, and of foreign merchants. */
  cash: number;
  abroad: number;
  device: number;
  /** Calendar of activity that the customer follows. */
  householdKind: HouseholdKind;
  life: LifeEvent | null;
};

export type HouseholdKind = keyof Configuration['behavior']['seasons'];

export function householdKindOf({
  employment,
  shared,
  age,
}: {
  employment: Employment;
  shared: boolean;
  age: number;
}): HouseholdKind {
  switch (employment) {
    case 'business':
      return 'firm';
    case 'retired':
      return 'pensioner';
    case 'student':
    case 'selfEmployed':
      return employment;
    default:
      if (!shared) return 'single';
      return age >= 27 && age <= 52 ? 'family' : 'couple';
  }
}

const FIRM_SUFFIX: Readonly<Record<string, readonly string[]>> = {
  US: ['LLC', 'Inc', '& Sons', 'Partners'],
  DE: ['GmbH', 'KG', '& Söhne'],
  FR: ['SARL', 'SAS', 'et Fils'],
  ES: ['SL', 'SA', 'e Hijos'],
  IT: ['Srl', 'SpA', 'e Figli'],
  NL: ['BV', 'VOF', '& Zonen'],
};
const TRADES = ['Trading', 'Logistics', 'Consulting', 'Catering', 'Imports', 'Services', 'Crafts'];
const MAIL_DOMAINS = ['example.com', 'example.net', 'example.org'];
const SEGMENT_HABIT: Readonly<Record<RiskSegment, number>> = { low: 1, medium: 1.6, high: 2.8 };

/** Returns weights of cities by size, like 1/rank. */
export const cityWeights = (count: number): number[] =>
  Array.from({ length: count }, (_, i) => 1 / (i + 1));

const cityTables = new Map<number, ReturnType<typeof aliasTable>>();

export function drawCity(stream: RandomStream, count: number): number {
  let table = cityTables.get(count);
  if (table === undefined) {
    table = aliasTable(cityWeights(count));
    cityTables.set(count, table);
  }
  return drawAlias(table, stream);
}

/** Returns the household: couples share family name and city, decided by the even number. */
function householdOf({
  seed,
  index,
  configuration,
  country,
}: {
  seed: bigint;
  index: number;
  configuration: Configuration;
  country: Country;
}) {
  const first = index - (index % 2);
  const stream = streamFor(seed, first, purposes.household);
  const shared = chance(stream, configuration.people.household);
  const family = pick(stream, country.names.family);
  const city = drawCity(stream, country.cities.length);
  return { shared, first, family, city };
}

function birthYearOf(stream: RandomStream, employment: Employment, year: number): number {
  switch (employment) {
    case 'retired':
      return year - between(stream, 63, 92);
    case 'student':
      return year - between(stream, 18, 27);
    default:
      return year - between(stream, 20, 66);
  }
}

export const INCOME_FACTOR: Readonly<Record<Employment, number>> = {
  salaried: 1,
  selfEmployed: 1.1,
  retired: 0.55,
  student: 0.25,
  unemployed: 0.35,
  business: 6,
};

/** Returns the customer with a number; a pure function of bank and number. */
export function customerAt(bank: Bank, index: number): Customer {
  const { seed, idPrefix, country: countryCode, configuration } = bank;
  const { start } = bank.window;
  const country = countries[countryCode];
  const stream = streamFor(seed, index, purposes.customer);
  const { people } = configuration;
  const business = chance(stream, people.business);
  const home = householdOf({ seed, index, configuration, country });
  const shared = home.shared && !business;
  const family = shared ? home.family : pick(stream, country.names.family);
  const second = country.familyNames === 2 ? ` ${pick(stream, country.names.family)}` : '';
  const givenName = pick(stream, chance(stream, 0.5) ? country.names.female : country.names.male);
  const employment: Employment = business ? 'business' : drawKey(stream, people.employment);
  const name = business
    ? `${family} ${pick(stream, TRADES)} ${pick(stream, FIRM_SUFFIX[countryCode])}`
    : `${givenName} ${family}${second}`;
  const number = (index + 1).toString(36);
  const local = business
    ? transliterate(family)
    : `${transliterate(givenName)}.${transliterate(family)}`;
  const segment = drawKey(stream, people.riskSegment);
  const habit = SEGMENT_HABIT[segment];
  const pay = drawKey(stream, people.pay);
  const income = Math.round(
    amountOf(stream, people.monthlyIncome) *
      INCOME_FACTOR[employment] *
      (business ? exponential(0.7 * fromTable(standardNormal, stream.uint32())) : 1),
  );
  const { year } = civilFromDays(start);
  const birthYear = birthYearOf(stream, employment, year);
  const person = { employment, shared, age: year - birthYear };
  return {
    id: `C${idPrefix}${String(index + 1).padStart(8, '0')}`,
    name,
    email: `${business ? 'office' : local}.${number}@${business ? `${local}.example` : pick(stream, MAIL_DOMAINS)}`,
    phone: phoneNumber(countryCode, country.callingCode, stream.below(10_000_000)),
    city: shared ? home.city : drawCity(stream, country.cities.length),
    birthYear,
    household: business
      ? ''
      : `H${idPrefix}${String((shared ? home.first : index) + 1).padStart(8, '0')}`,
    employment,
    income,
    pay,
    payAnchor: pay === 'monthly' ? between(stream, 1, 28) : between(stream, 0, 4),
    riskSegment: segment,
    joined: start - 30 - stream.below(3650),
    cash: habit * exponential(0.4 * fromTable(standardNormal, stream.uint32())),
    abroad: habit * exponential(0.5 * fromTable(standardNormal, stream.uint32())),
    device: stream.below(3),
    householdKind: householdKindOf(person),
    life: lifeEventOf(bank, { index, person }),
  };
}
