const DAY = 86_400_000;

export type Epoch = {
  /** Milliseconds of one unit, and the moment of 0. */
  unit: number;
  origin: number;
  digits: [least: number, most: number];
  words: string;
};

/** Tokens of whole numbers that count from a fixed moment. */
export const EPOCHS: Readonly<Record<string, Epoch>> = {
  X: { unit: 1000, origin: 0, digits: [9, 10], words: 'seconds since 1970' },
  x: { unit: 1, origin: 0, digits: [12, 13], words: 'milliseconds since 1970' },
  // Spreadsheets count 29 February 1900, so from March 1900 on their day 0 is 30 December 1899.
  E: { unit: DAY, origin: Date.UTC(1899, 11, 30), digits: [4, 5], words: 'days since 1900' },
  J: { unit: DAY, origin: Date.UTC(1960, 0, 1), digits: [4, 5], words: 'days since 1960' },
};

const NAMES_A_DATE =
  /((?<!up|candi|man|vali|inun|accommo|se)date|datum|fecha|dob|birth|[a-z]Dt|[_ ]dt)(?![a-z])/i;
const NAMES_A_BIRTH = /birth|dob|geburt|naissance|nacimiento/i;

const moment = (year: number) => Date.UTC(year, 0, 1);
const YEARS = 365.25 * DAY;
const LONGEST = 20 * YEARS;
/** Mean distance of neighboring times in units; numbers that follow each other closely are counted. */
const MIN_DISTANCE = 30;

type Times = { name: string; low: number; high: number; values: readonly string[] };

/** Returns true if numbers of days are dates: by header and, to choose the origin, by range. */
function areDays({ name, low, high }: Times): boolean {
  if (!NAMES_A_DATE.test(name)) return false;
  const [from, to] = NAMES_A_BIRTH.test(name) ? [1910, 2040] : [1980, 2040];
  return low >= moment(from) && high < moment(to);
}

/**
 * Returns true if numbers are likely times since a fixed moment. Without a header for times, those
 * of 1990 to 2040 are, unless the header names an identifier or they are counted upwards.
 */
export function areLikelyEpochs(
  pattern: string,
  times: Times,
  header: { namesATime: boolean; namesAnIdentifier: boolean },
): boolean {
  const { unit, digits } = EPOCHS[pattern]!;
  const { low, high, values } = times;
  if (unit === DAY) return areDays(times) && !(pattern === 'J' && NAMES_A_BIRTH.test(times.name));
  if (header.namesATime) return low >= moment(1990) && high < moment(2120);
  return (
    !header.namesAnIdentifier &&
    values.length >= 20 &&
    values.every(({ length }) => length === digits[1]) &&
    low >= moment(1990) &&
    high < moment(2040) &&
    high - low < LONGEST &&
    high - low >= MIN_DISTANCE * unit * values.length
  );
}
