import { aliasTable } from '../../random/alias-table.ts';
import { exponential } from '../../random/exponential.ts';
import { fromTable, standardNormal } from '../../random/quantile-table.ts';
import { streamFor } from '../../random/stream.ts';
import type { Configuration } from '../configuration/schema.ts';
import { countries } from '../data/countries.ts';
import { cityWeights, drawCity } from './customers.ts';
import { type Directory, EVERYWHERE, NO_CATEGORY } from './directory.ts';
import { between, chance, purposes } from './draws.ts';
import { centerLevels, HOURS, merchantEntries } from './merchant-entries.ts';
import { sectionEntry, sectionSizes } from './party-entries.ts';
import { ticketTables } from './tickets.ts';

/** Builds a plan's directory; a pure function of seed, configuration and number of customers. */
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
  const cities = countries[country].cities.length;
  for (const [section, size] of sectionSizes(configuration, { customers, cities })) {
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
    if (!abroad) shares[category].push(1 / (rank + 3));
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
