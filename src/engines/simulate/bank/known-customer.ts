import { civilFromDays } from '../../../shared/civil-date.ts';
import { type RandomStream, streamFor } from '../../random/stream.ts';
import { countries } from '../data/countries.ts';
import { industries, occupations, screeningLists, withoutOccupation } from '../data/occupations.ts';
import type { CellState } from './cell-state.ts';
import type { Customer } from './customers.ts';
import { between, chance, pick, purposes } from './draws.ts';

/** Facts that a bank collects about a customer to know it. */
export type KnownCustomer = {
  occupation: string;
  /** Of firms: division of NACE and its name. */
  industry: string;
  risk: 'low' | 'medium' | 'high';
  exposed: 'none' | 'domestic' | 'foreign' | 'relative';
  screening: 'clear' | 'false_positive' | 'open';
  list: string;
  matchedName: string;
  /** Likeness of the names in percent; NaN without an alert. */
  likeness: number;
  /** Day of the last review. */
  reviewed: number;
};

type BeneficialOwner = {
  /** Index of the firm, and of the owner among the cell's customers; -1 for others. */
  firm: number;
  owner: number;
  name: string;
  birthYear: number;
  country: string;
  /** Percent; 0 for persons who control without a share. */
  share: number;
  control: 'ownership' | 'senior_manager';
};

/** Share of alerts that are not yet decided, and of firms without an owner of a quarter. */
const OPEN_ALERTS = 0.05;
const WITHOUT_OWNER = 0.06;
/** Share from which an owner is beneficial in percent: FATF recommendation 24, Directive 2015/849. */
const QUARTER = 25;
/** Years between reviews by risk. */
const REVIEW_YEARS = { low: 5, medium: 3, high: 1 } as const;

function occupationOf({ employment, income }: Customer, typical: number, stream: RandomStream) {
  if (employment === 'business') return '';
  const without = withoutOccupation[employment];
  if (without !== undefined) return without;
  const relative = income / typical;
  const group =
    employment === 'selfEmployed'
      ? 'own'
      : relative < 0.75
        ? 'low'
        : relative < 1.5
          ? 'middle'
          : 'high';
  return pick(stream, occupations[group]);
}

const industryOf = ({ name, employment }: Customer) =>
  employment === 'business'
    ? industries[name.split(' ').find((word) => word in industries) ?? '']
    : undefined;

/** Replaces one letter: how names on lists differ from those of people they do not mean. */
function similarName(name: string, stream: RandomStream): string {
  const letters = [...name];
  const places = letters.map((_, at) => at).filter((at) => at > 0 && /[a-z]/.test(letters[at]));
  if (places.length === 0) return `${name}a`;
  const at = pick(stream, places);
  letters[at] = pick(
    stream,
    [...'aeiou'].filter((letter) => letter !== letters[at]),
  );
  return letters.join('');
}

/** Draws what the bank knows of a cell's customer; never from the labels of schemes. */
export function knownCustomerAt(state: CellState, index: number): KnownCustomer {
  const { configuration, calendar, seed, cell } = state;
  const customer = state.customers[index];
  const stream = streamFor(seed, cell * 1_000_000 + index, purposes.knownCustomer);
  const { exposed: exposedShare, screened } = configuration.payments;
  const business = customer.employment === 'business';
  const exposed =
    !business && chance(stream, exposedShare)
      ? pick(stream, ['domestic', 'relative', 'relative', 'foreign'] as const)
      : 'none';
  const industry = industryOf(customer);
  const alert = chance(stream, screened);
  const points =
    { low: 0, medium: 1, high: 2 }[customer.riskSegment] +
    (exposed === 'none' ? 0 : 2) +
    (industry?.cash === true ? 1 : 0);
  const risk = points >= 2 ? 'high' : points === 1 ? 'medium' : 'low';
  const reviewed = calendar.start - stream.below(REVIEW_YEARS[risk] * 365);
  return {
    occupation: occupationOf(customer, configuration.people.monthlyIncome.median * 100, stream),
    industry: industry === undefined ? '' : `${industry.code} ${industry.name}`,
    risk,
    exposed,
    screening: alert ? (chance(stream, OPEN_ALERTS) ? 'open' : 'false_positive') : 'clear',
    list: alert ? pick(stream, screeningLists) : '',
    matchedName: alert ? similarName(customer.name, stream) : '',
    likeness: alert ? between(stream, 82, 97) : Number.NaN,
    reviewed: Math.max(customer.joined, reviewed),
  };
}

/** Draws shares of at least a quarter that sum to at most 100. */
function sharesOf(stream: RandomStream): number[] {
  if (chance(stream, 0.55)) return [100];
  if (chance(stream, 0.55)) {
    const first = between(stream, 50, 100 - QUARTER);
    return [first, 100 - first];
  }
  return chance(stream, 0.5)
    ? [between(stream, 34, 49), between(stream, QUARTER, 33)]
    : [40, 30, 30];
}

const MIN_AGE_OF_OWNERS = 28;

/** Draws the beneficial owners of a cell's firms: customers of the bank, or others. */
export function beneficialOwnersOf(state: CellState): BeneficialOwner[] {
  const { customers, country, calendar } = state;
  const { year } = civilFromDays(calendar.start);
  const persons = customers.flatMap(({ employment, birthYear }, index) =>
    employment === 'business' || employment === 'student' || year - birthYear < MIN_AGE_OF_OWNERS
      ? []
      : [index],
  );
  const { names, familyNames } = countries[country];
  return customers.flatMap((customer, firm) => {
    if (customer.employment !== 'business') return [];
    const stream = streamFor(state.seed, state.cell * 1_000_000 + firm, purposes.knownCustomer + 1);
    const managed = chance(stream, WITHOUT_OWNER);
    const shares = managed ? [0] : sharesOf(stream);
    const used = new Set<number>();
    return shares.map((share): BeneficialOwner => {
      const drawn = persons.length > 0 && chance(stream, 0.6) ? pick(stream, persons) : -1;
      const owner = used.has(drawn) ? -1 : drawn;
      used.add(owner);
      const given = pick(stream, chance(stream, 0.35) ? names.female : names.male);
      const family = Array.from({ length: familyNames }, () => pick(stream, names.family)).join(
        ' ',
      );
      const born = year - between(stream, MIN_AGE_OF_OWNERS, 70);
      const abroad = chance(stream, 0.08) ? pick(stream, ['GB', 'CH', 'AE', 'CN', 'TR']) : country;
      const person = owner < 0 ? null : customers[owner];
      return {
        firm,
        owner,
        name: person?.name ?? `${given} ${family}`,
        birthYear: person?.birthYear ?? born,
        country: person === null ? abroad : country,
        share,
        control: managed ? 'senior_manager' : 'ownership',
      };
    });
  });
}

/**
 * Returns the second owner of each account, as an index of the cell's customers; -1 for none.
 * Couples have their first current account, and savings, together or apart.
 */
export function jointOwnersOf(state: CellState): Int32Array {
  const { customers, accounts, configuration } = state;
  const joint = new Int32Array(accounts.length).fill(-1);
  for (let index = 0; index + 1 < customers.length; index++) {
    const { household } = customers[index];
    if (household === '' || customers[index + 1].household !== household) continue;
    const stream = streamFor(
      state.seed,
      state.cell * 1_000_000 + index,
      purposes.knownCustomer + 2,
    );
    if (!chance(stream, configuration.payments.joint)) continue;
    for (const account of [state.current[index], state.savings[index]])
      if (account >= 0) joint[account] = index + 1;
  }
  return joint;
}
