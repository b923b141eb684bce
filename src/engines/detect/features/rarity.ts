import type { Role } from '../../meaning/events/column-roles.ts';
import { percentText } from '../explain/words.ts';
import { type Codes, countCodes, pairCodes } from './codes.ts';
import type { Feature } from './feature.ts';
import type { Ledger } from './ledger.ts';
import { missing } from './owner-spans.ts';

const WATCHED: readonly Role[] = [
  'category',
  'channel',
  'country',
  'device',
  'merchantCountry',
  'accountType',
  'direction',
];
/** Minimum mean number of rows per value; columns whose values rarely recur have no rare ones. */
const FEWEST_PER_VALUE = 20;

/** Returns -ln of each value's share of the rows. */
export function rarityOf(codes: Codes): Float32Array {
  const counts = countCodes(codes);
  let present = 0;
  for (const count of counts) present += count;
  const parts = Float32Array.from(counts, (count) => -Math.log(count / present));
  return Float32Array.from(codes.codes, (code) => (code < 0 ? Number.NaN : parts[code]));
}

export const recursEnough = (codes: Codes): boolean =>
  codes.count > 1 && codes.count * FEWEST_PER_VALUE <= codes.codes.length;

function rarity(name: string, noun: string, codes: Codes): Feature {
  const values = rarityOf(codes);
  return {
    name,
    values,
    fact: 'rarity',
    tail: 'high',
    weight: 0.4,
    sentence: (row) =>
      `${noun} ${codes.text(codes.codes[row])} occurs in ${percentText(Math.exp(-values[row]))} of all rows`,
  };
}

/** Builds features of rare categories, channels, countries, devices and category channels. */
export function rarityFeatures(ledger: Ledger): Feature[] {
  const features = WATCHED.flatMap((role) => {
    const codes = ledger.codes(role);
    return codes === undefined || !recursEnough(codes)
      ? []
      : [
          {
            ...rarity(`rare_${role}`, ledger.roles[role] ?? role, codes),
            ...(role === 'channel' && { adds: 0.5 }),
          },
        ];
  });
  const category = ledger.codes('category');
  const channel = ledger.codes('channel');
  if (category && channel && recursEnough(category) && recursEnough(channel)) {
    const pairs = pairCodes(category, channel);
    const textOfCode = new Map<number, string>();
    pairs.forEach((pair, i) => {
      if (pair >= 0 && !textOfCode.has(pair)) {
        textOfCode.set(
          pair,
          `${category.text(category.codes[i])} by ${channel.text(channel.codes[i])}`,
        );
      }
    });
    const codes = {
      codes: pairs,
      count: textOfCode.size,
      text: (code: number) => textOfCode.get(code) ?? '',
    };
    if (recursEnough(codes)) features.push(rarity('rare_channel_of_category', 'the pair', codes));
  }
  const countries = countryMismatch(ledger);
  if (countries !== null) features.push(countries);
  return features;
}

/** Scores merchant and counterparty in different countries by how rare this is in the file. */
function countryMismatch(ledger: Ledger): Feature | null {
  const merchant = ledger.codes('merchantCountry');
  const country = ledger.codes('country');
  if (merchant === undefined || country === undefined) return null;
  let differ = 0;
  let both = 0;
  const differs = Int8Array.from(merchant.codes, (code, i) => {
    const other = country.codes[i];
    if (code < 0 || other < 0) return -1;
    both++;
    if (merchant.text(code) === country.text(other)) return 0;
    differ++;
    return 1;
  });
  if (differ === 0) return null;
  const values = missing(ledger.rows);
  for (let i = 0; i < values.length; i++) {
    if (differs[i] >= 0) values[i] = differs[i] === 1 ? -Math.log(differ / both) : 0;
  }
  return {
    name: 'country_mismatch',
    values,
    tail: 'high',
    weight: 0.4,
    sentence: (row) =>
      `merchant in ${merchant.text(merchant.codes[row])}, counterparty in ${country.text(country.codes[row])}: these differ in ${percentText(differ / both)} of all rows`,
  };
}
