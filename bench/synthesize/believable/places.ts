import { allLocales } from '@faker-js/faker';
import type { RandomStream } from '../../../src/engines/random/stream.ts';
import { pickRanked } from './file-kind.ts';

export type Town = { city: string; state: string; zips: readonly string[] };

const STATES = ['CA', 'TX', 'NY', 'FL', 'IL', 'OH', 'GA', 'WA', 'AZ', 'CO', 'NC', 'OR'];
const ZIP_START = [900, 750, 100, 320, 600, 430, 300, 980, 850, 800, 270, 970];
const CITIES = (allLocales.en.location?.city_name ?? []) as readonly string[];

/** Towns of twelve states, each with up to six postal codes. */
export const TOWNS: readonly Town[] = CITIES.map((city, i) => {
  const state = (i * i + 3 * i) % STATES.length;
  const zip = ZIP_START[state]! * 100 + Math.floor(i / 2) * 7;
  const zips = Array.from({ length: 1 + (i % 6) }, (_, k) => String(zip + k));
  return { city, state: STATES[state]!, zips };
});

export const pickTown = (random: RandomStream, towns = TOWNS): Town => pickRanked(random, towns);

/** Family names of all languages of the lists, each once. */
export const FAMILY_NAMES: readonly string[] = [
  ...new Set(
    Object.values(allLocales).flatMap((locale) =>
      Object.values(locale.person?.last_name ?? {}).flatMap((names) => names ?? []),
    ),
  ),
].filter((name) => /^[A-Z][a-z]+$/.test(name));

export const GIVEN_NAMES: readonly string[] = Object.values(
  allLocales.en.person?.first_name ?? {},
).flatMap((names) => names ?? []);
