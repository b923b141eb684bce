import { type AliasTable, aliasTable, drawAlias } from '../../random/alias-table.ts';
import { exponential, naturalLog } from '../../random/exponential.ts';
import { fromTable, type QuantileTable, standardNormal } from '../../random/quantile-table.ts';
import { type RandomStream, streamFor } from '../../random/stream.ts';
import type { Configuration } from '../configuration/schema.ts';
import { countries } from '../data/countries.ts';
import type { Dictionary } from '../rows/row-batch.ts';
import { cityWeights, drawCity } from './customers.ts';
import { between, chance, pick, purposes } from './draws.ts';
import { visitShares } from './merchant-shares.ts';
import { spreadOf, ticketTables } from './tickets.ts';

/** Everybody outside the bank that money goes to or comes from, the same for every cell of a plan. */
export type Directory = {
  size: number;
  ids: Dictionary;
  countries: Dictionary;
  mccs: Dictionary;
  names: Dictionary;
  /** Category of the configuration by party, 255 for who is no merchant. */
  category: Uint8Array;
  /** Multiplies the category's ticket. */
  level: Float64Array;
  /** Quantiles of each category's tickets, minor units. */
  tickets: QuantileTable[];
  /** City of a merchant, 255 for chains and for the internet. */
  city: Uint8Array;
  online: Uint8Array;
  /** First and last opening second of the local day. */
  opens: Int32Array;
  closes: Int32Array;
  /** Popularity by category, over the merchants at `first[category]`. */
  popularity: AliasTable[];
  first: number[];
  abroad: AliasTable;
  firstAbroad: number;
  /** Codes of the other sections: first and count. */
  sections: Record<Section, { first: number; count: number }>;
};

export type Section =
  | 'bank'
  | 'atm'
  | 'employer'
  | 'agency'
  | 'landlord'
  | 'utility'
  | 'subscription'
  | 'person'
  | 'firm'
  | 'foreign'
  | 'own';

export const NO_CATEGORY = 255;
export const EVERYWHERE = 255;
const FOREIGN = ['GB', 'CA', 'MX', 'FR', 'DE', 'CN', 'AE', 'TR', 'PL', 'CH', 'HK', 'US'];
const HOURS = {
  shop: [8, 20],
  meals: [7, 23],
  commute: [5, 22],
  leisure: [10, 24],
  online: [0, 24],
  office: [8, 18],
} as const;

type Entry = { id: string; country: string; mcc: string; name: string };
type Draft = { entries: Entry[]; merchants: { category: number; rank: number; abroad: boolean }[] };

function merchantEntries(
  configuration: Configuration,
  {
    prefix,
    seed,
    country,
    count,
  }: { prefix: string; seed: bigint; country: string; count: number },
): Draft {
  const total = configuration.categories.reduce((sum, c) => sum + c.weight, 0);
  const family = countries[country].names.family;
  const foreign = FOREIGN.filter((code) => code !== country);
  const draft: Draft = { entries: [], merchants: [] };
  const add = (category: number, rank: number, abroad: boolean) => {
    const { words, mcc } = configuration.categories[category];
    const stream = streamFor(seed, draft.entries.length, purposes.merchant);
    draft.entries.push({
      id: `M${prefix}${String(draft.entries.length).padStart(5, '0')}`,
      country: abroad ? pick(stream, foreign) : country,
      mcc,
      name: `${pick(stream, family)} ${pick(stream, words)}`,
    });
    draft.merchants.push({ category, rank, abroad });
  };
  configuration.categories.forEach((category, code) => {
    const share = Math.max(2, Math.round((count * category.weight) / total));
    for (let rank = 0; rank < share; rank++) add(code, rank, false);
  });
  configuration.categories.forEach((_, code) => {
    for (let rank = 0; rank < 3; rank++) add(code, rank, true);
  });
  return draft;
}

/** How many parties stand in each section, by the number of customers. */
function sectionSizes(configuration: Configuration, customers: number): [Section, number][] {
  const some = (per: number, least: number, most: number) =>
    Math.min(most, Math.max(least, Math.round(customers / per)));
  return [
    ['bank', 1],
    ['atm', 1],
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
  atm: 'ATM',
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

function sectionEntry(
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
  const entry: Entry = { id, country, mcc: '', name: '' };
  switch (section) {
    case 'bank':
      return { ...entry, id: 'BANK' };
    case 'atm':
      return { ...entry, id: 'ATM', mcc: '6011' };
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

/**
 * Moves the levels of one category's merchants so that they balance out over all visits.
 *
 * @returns variance of their logarithm over visits
 */
function centerLevels(
  { level, city, online }: Directory,
  first: number,
  popularity: readonly number[],
  cities: readonly number[],
): number {
  const end = first + popularity.length;
  const places = city.subarray(first, end);
  const internet = online.subarray(first, end);
  const visits = visitShares(popularity, {
    places,
    online: internet,
    cities,
    everywhere: EVERYWHERE,
  });
  const { center, variance } = spreadOf(level.subarray(first, end).map(naturalLog), visits);
  for (let i = first; i < end; i++) level[i] = level[i] * exponential(-center);
  return variance;
}

/** Builds the directory of a plan: a pure function of seed, configuration and number of customers. */
export function directoryOf(
  configuration: Configuration,
  {
    seed,
    prefix,
    country,
    customers,
  }: { seed: bigint; prefix: string; country: string; customers: number },
): Directory {
  const count = Math.min(2500, Math.max(80, Math.round(customers / 3)));
  const { entries, merchants } = merchantEntries(configuration, { prefix, seed, country, count });
  const sections = {} as Directory['sections'];
  for (const [section, size] of sectionSizes(configuration, customers)) {
    sections[section] = { first: entries.length, count: size };
    for (let i = 0; i < size; i++) {
      const draw = () => streamFor(seed, entries.length, purposes.party);
      entries.push(sectionEntry(section, { index: i, prefix, country, configuration, draw }));
    }
  }
  const size = entries.length;
  const directory: Directory = {
    size,
    ids: { strings: entries.map((e) => e.id) },
    countries: { strings: entries.map((e) => e.country) },
    mccs: { strings: entries.map((e) => e.mcc) },
    names: { strings: entries.map((e) => e.name) },
    category: new Uint8Array(size).fill(NO_CATEGORY),
    level: new Float64Array(size).fill(1),
    city: new Uint8Array(size).fill(EVERYWHERE),
    online: new Uint8Array(size),
    opens: new Int32Array(size),
    closes: new Int32Array(size).fill(86399),
    tickets: [],
    popularity: [],
    first: [],
    abroad: aliasTable([1]),
    firstAbroad: merchants.findIndex((m) => m.abroad),
    sections,
  };
  const cities = countries[country].cities.length;
  const shares = configuration.categories.map(() => [] as number[]);
  merchants.forEach(({ category, rank, abroad }, code) => {
    const { online, hours } = configuration.categories[category];
    const stream = streamFor(seed, code, purposes.habits);
    const internet = chance(stream, abroad ? 0.6 : online);
    const chain = rank < 2;
    directory.category[code] = category;
    directory.level[code] = exponential(0.25 * fromTable(standardNormal, stream.uint32()));
    directory.online[code] = internet ? 1 : 0;
    const city = drawCity(stream, cities);
    directory.city[code] = internet || chain || abroad ? EVERYWHERE : city;
    const [opens, closes] = internet ? HOURS.online : HOURS[hours];
    const late = internet || closes === 24 ? 0 : between(stream, -2, 2) * 1800;
    directory.opens[code] = opens * 3600 + (opens === 0 ? 0 : between(stream, -1, 2) * 1800);
    directory.closes[code] = Math.min(86399, closes * 3600 + late);
    if (!abroad) shares[category].push(1 / (rank + 1.5));
  });
  let first = 0;
  const variances: number[] = [];
  for (const weights of shares) {
    directory.first.push(first);
    directory.popularity.push(aliasTable(weights));
    variances.push(centerLevels(directory, first, weights, cityWeights(cities)));
    first += weights.length;
  }
  directory.tickets = ticketTables(configuration, variances);
  directory.abroad = aliasTable(merchants.filter((m) => m.abroad).map((m) => 1 / (m.rank + 1)));
  return directory;
}

/** Draws one of a category's merchants by popularity. */
export const drawMerchant = (d: Directory, category: number, stream: RandomStream): number =>
  d.first[category] + drawAlias(d.popularity[category], stream);

/** The n-th party of a section, counted round. */
export const party = (d: Directory, section: Section, n: number): number => {
  const { first, count } = d.sections[section];
  return first + (n % count);
};
