import type { DatetimeForm } from '../column-layout.ts';
import { datetimeFormsOf } from './datetime-candidates.ts';
import { COMPACT } from './datetime-layouts.ts';
import { datetimeParser } from './datetime-parser.ts';
import { datetimeWriter } from './datetime-writer.ts';
import { areLikelyEpochs, EPOCHS } from './epochs.ts';
import { isIdentifierName } from './identifier-name.ts';
import { tokensOf } from './pattern-tokens.ts';

export const NAMES_A_TIME =
  /(date|datum|data|fecha|day|birth|dob|time|timestamp|zeit|heure|hora|epoch|issued|opened|closed|booked|created|updated|posted|valuta|when|_at|_on|_ts)(?![a-z])/i;

/** Distinct calendar dates that make numbers dates, whatever the column's name. */
const TELLING_DAYS = 32;
const MAX_PATTERNS = 5;
const MIN_SHARE = 0.1;

type FittingTimes = { form: DatetimeForm; low: number; high: number };

const orderOf = (pattern: string): string =>
  tokensOf(pattern)
    .flatMap((token) =>
      token.kind === 'field' && /^[YMDQXxEJ]/.test(token.token) ? [token.token[0]] : [],
    )
    .join('');

/** Returns the time span of the values; null if the form does not fit all of them. */
function spanOf(form: DatetimeForm, values: readonly string[]): FittingTimes | null {
  const parse = datetimeParser(form);
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (const value of values) {
    const moment = parse(value);
    if (Number.isNaN(moment)) return null;
    if (moment < low) low = moment;
    if (moment > high) high = moment;
  }
  return { form, low, high };
}

/** Returns true for digits only, and for two groups of digits such as 20230205-042155. */
const isCompact = ({ pattern }: DatetimeForm) =>
  COMPACT.includes(pattern) || (!pattern.includes(':') && pattern.endsWith('HHmmss'));
const CENTURY = 36_525 * 86_400_000;

function isLikelyTime(
  { form, low, high }: FittingTimes,
  name: string,
  values: readonly string[],
): boolean {
  if (!isCompact(form)) return true;
  const namesATime = NAMES_A_TIME.test(name);
  if (Object.hasOwn(EPOCHS, form.pattern)) {
    const header = { namesATime, namesAnIdentifier: isIdentifierName(name) };
    return areLikelyEpochs(form.pattern, { name, low, high, values }, header);
  }
  const plausible = low >= -CENTURY && high <= 1.5 * CENTURY;
  return plausible && (namesATime || values.length >= TELLING_DAYS);
}

/** Returns true unless weekdays contradict the dates in more than 10 % of the values. */
function isConsistent({ form }: FittingTimes, values: readonly string[]): boolean {
  if (!form.pattern.includes('ddd')) return true;
  const parse = datetimeParser(form);
  const write = datetimeWriter(form);
  const same = values.filter((value) => write(parse(value)) === value).length;
  return same >= 0.9 * values.length;
}

/** Returns the most frequent form with the patterns of the other values; null if there is none. */
function mixedForm(values: readonly string[]): DatetimeForm | null {
  const counts = new Map<string, { form: DatetimeForm; fits: string[] }>();
  const sample: string[] = [];
  let rest = values;
  while (rest.length > 0 && sample.length < MAX_PATTERNS) {
    counts.clear();
    for (const form of datetimeFormsOf(rest[0]!)) {
      const parse = datetimeParser(form);
      counts.set(form.pattern, { form, fits: rest.filter((value) => !Number.isNaN(parse(value))) });
    }
    const best = [...counts.values()].reduce<{ form: DatetimeForm; fits: string[] } | null>(
      (most, next) => (most === null || next.fits.length > most.fits.length ? next : most),
      null,
    );
    if (best === null || isCompact(best.form)) return null;
    sample.push(best.form.pattern);
    const parse = datetimeParser(best.form);
    rest = rest.filter((value) => Number.isNaN(parse(value)));
  }
  return rest.length > 0 || new Set(sample.map(orderOf)).size > 1 ? null : dominant(sample, values);
}

function dominant(patterns: readonly string[], values: readonly string[]): DatetimeForm | null {
  const base: DatetimeForm = {
    kind: 'datetime',
    pattern: '',
    also: [],
    names: null,
    letters: 'lower',
    offset: null,
  };
  const share = (pattern: string) => {
    const parse = datetimeParser({ ...base, pattern });
    return values.filter((value) => !Number.isNaN(parse(value))).length;
  };
  const byShare = patterns
    .map((pattern) => ({ pattern, fits: share(pattern) }))
    .sort((a, b) => b.fits - a.fits);
  const [first, ...others] = byShare;
  if (first === undefined || first.fits < MIN_SHARE * values.length) return null;
  const isZoned = byShare.some(({ pattern }) => /Z|\+hh/.test(pattern));
  return {
    ...base,
    also: others.map(({ pattern }) => pattern),
    pattern: first.pattern,
    offset: isZoned ? 0 : null,
  };
}

function commonOffset(values: Iterable<string>): number {
  const counts = new Map<number, number>();
  for (const value of values) {
    const [, sign, hours, minutes] = /([+-])(\d\d):?(\d\d)?$/.exec(value) ?? [];
    if (sign === undefined) continue;
    const offset = (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes ?? 0));
    counts.set(offset, (counts.get(offset) ?? 0) + 1);
  }
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0] ?? 0;
}

const withOffset = (form: DatetimeForm, values: readonly string[]): DatetimeForm =>
  form.pattern.includes('+hh') ? { ...form, offset: commonOffset(values) } : form;

/** Returns true for a month first, dots and a short year: a date only if its day may come first. */
const isVersionLike = ({ pattern }: DatetimeForm) => /^M+\.D+\.YY(?!YY)/.test(pattern);
const isDayFirst = ({ form }: FittingTimes) => /^D+\.M+\.YY(?!YY)/.test(form.pattern);

/** Returns the date and time forms that fit all values, narrowest time span first; null if none. */
export function chooseDatetime(
  name: string,
  values: readonly string[],
): { form: DatetimeForm; alternatives: DatetimeForm[] } | null {
  const first = values[0];
  if (first === undefined) return null;
  const fitting = datetimeFormsOf(first)
    .map((form) => spanOf(form, values))
    .filter((found) => found !== null)
    .filter((found) => isLikelyTime(found, name, values) && isConsistent(found, values))
    .filter(({ form }, _, all) => !isVersionLike(form) || all.some((other) => isDayFirst(other)));
  if (fitting.length === 0) {
    const mixed = mixedForm(values);
    return mixed === null ? null : { form: withOffset(mixed, values), alternatives: [] };
  }
  const orders = new Map<string, FittingTimes>();
  for (const fit of fitting) {
    const order = orderOf(fit.form.pattern);
    if (!orders.has(order)) orders.set(order, fit);
  }
  const [best, ...others] = [...orders.values()].sort((a, b) => a.high - a.low - (b.high - b.low));
  return {
    form: withOffset(best!.form, values),
    alternatives: others.map(({ form }) => withOffset(form, values)),
  };
}
