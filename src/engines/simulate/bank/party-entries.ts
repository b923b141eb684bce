import type { RandomStream } from '../../random/stream.ts';
import type { Configuration } from '../configuration/schema.ts';
import { countries } from '../data/countries.ts';
import { type Entry, PER_CITY, type Section } from './directory.ts';
import { pick } from './draws.ts';

export const FOREIGN = ['GB', 'CA', 'MX', 'FR', 'DE', 'CN', 'AE', 'TR', 'PL', 'CH', 'HK', 'US'];

export function sectionSizes(
  configuration: Configuration,
  { customers, cities }: { customers: number; cities: number },
): [Section, number][] {
  const some = (per: number, least: number, most: number) =>
    Math.min(most, Math.max(least, Math.round(customers / per)));
  return [
    ['bank', 1],
    ['branch', cities * PER_CITY.branch],
    ['atm', cities * PER_CITY.atm],
    ['exchange', 3],
    ['employer', some(15, 8, 1000)],
    ['agency', 2],
    ['landlord', some(25, 5, 600)],
    ['utility', configuration.recurring.utilities.length * 3],
    ['subscription', 12],
    ['person', some(4, 40, 1500)],
    ['firm', some(20, 20, 800)],
    ['foreign', some(40, 20, 500)],
    ['own', some(2, 20, 1500)],
  ];
}

const LETTER: Readonly<Record<Section, string>> = {
  bank: 'BANK',
  branch: 'B',
  atm: 'K',
  exchange: 'Z',
  employer: 'E',
  agency: 'G',
  landlord: 'L',
  utility: 'U',
  subscription: 'S',
  person: 'X',
  firm: 'F',
  foreign: 'Y',
  own: 'O',
};

export function sectionEntry(
  section: Section,
  {
    index,
    prefix,
    country,
    configuration,
    draw,
  }: {
    index: number;
    prefix: string;
    country: string;
    configuration: Configuration;
    draw: () => RandomStream;
  },
): Entry {
  const family = countries[country].names.family;
  const id = `${LETTER[section]}${prefix}${String(index).padStart(5, '0')}`;
  const { cities } = countries[country];
  const cityOf = (place: keyof typeof PER_CITY) =>
    `${cities[Math.floor(index / PER_CITY[place])]} ${(index % PER_CITY[place]) + 1}`;
  const entry: Entry = { id, country, mcc: '', name: '' };
  switch (section) {
    case 'bank':
      return { ...entry, id: 'BANK' };
    case 'atm':
      return { ...entry, mcc: '6011', name: `ATM ${cityOf('atm')}` };
    case 'branch':
      return { ...entry, name: `Branch ${cityOf('branch')}` };
    case 'exchange':
      return { ...entry, mcc: '6051', name: `${pick(draw(), family)} Crypto Exchange` };
    case 'utility': {
      const utility = configuration.recurring.utilities[Math.floor(index / 3)];
      return { ...entry, mcc: utility.mcc, name: `${pick(draw(), family)} ${utility.name}` };
    }
    case 'subscription':
      return { ...entry, mcc: '5815', name: `${pick(draw(), family)} Streaming` };
    case 'foreign':
      return {
        ...entry,
        country: pick(
          draw(),
          FOREIGN.filter((code) => code !== country),
        ),
      };
    default:
      return entry;
  }
}
