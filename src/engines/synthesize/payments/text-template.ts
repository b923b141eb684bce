import { withDigraphs } from '../../meaning/persons/local-parts.ts';
import { nameTokens } from '../../meaning/persons/name-tokens.ts';
import { DAY } from '../../table/datetime-form.ts';
import {
  lettersOf,
  type MonthWords,
  NAMED_DATE,
  PART,
  placeOf,
  readDates,
  shapeOf,
} from './text-places.ts';

/** Maximum days between a row's date and one in its text, such as that of a purchase. */
const NEAR = 10;
const MIN_DIGITS = 4;

export type NamePart = 'given' | 'family' | 'initial';

/** Name of a numbered person. */
export type OtherName = { part: NamePart; person: number };

/** Facts of a row that its text may repeat. */
export type TextRow = {
  text: string;
  /** Private payee's name as written; undefined for a firm. */
  name: string | undefined;
  /** Parts of a private payee's name; empty for a firm. */
  payee: ReadonlyMap<string, NamePart>;
  iban: string | undefined;
  /** Days since 1970. */
  day: number;
  amount: number;
  /** Other persons whom the account's texts name, by their names in small letters. */
  others: ReadonlyMap<string, OtherName>;
};

/** Facts of the file. */
export type TextFile = {
  /** True if the month leads in dates of texts: 12/31. */
  monthFirst: boolean;
  months: MonthWords;
  /** Identifiers that many accounts have, such as a branch's. */
  isCommon: (id: string) => boolean;
  /** Identifiers of the account itself, such as its card's. */
  isOwn: (id: string) => boolean;
  /** True if accounts differ in a number such as 001 or 003: that of their card. */
  hasSerials: boolean;
};

/** Matches the serial number of an account's card. */
export const SERIAL = /^00\d$/;

const INITIAL = /^\p{Lu}\.?$/u;

const plain = (word: string) => nameTokens(word).join('-');

/** Returns the parts of a name as texts spell them, with umlauts as one letter or two. */
export function partsOfName(name: string, familyFirst: boolean): Map<string, NamePart> {
  const isLast = name.includes(',') || familyFirst;
  const written = name.split(/[\s,]+/);
  const parts = new Map<string, NamePart>(
    written.filter((word) => INITIAL.test(word)).map((word) => [word[0]!.toLowerCase(), 'initial']),
  );
  // Particles such as van or de are of no name.
  const words = written.filter((word) => plain(word) !== '' && /^\P{Ll}/u.test(word));
  const hasInitial = parts.size > 0;
  words.forEach((word, i) => {
    const isFamily = hasInitial || (words.length > 1 && i === (isLast ? 0 : words.length - 1));
    for (const spelled of [word, withDigraphs(word)])
      parts.set(plain(spelled), isFamily ? 'family' : 'given');
  });
  return parts;
}

const digitsIn = (text: string) => text.replaceAll(/\D/g, '').length;

/** Returns true if more dates of texts that can be read one way alone have the month first. */
export function isMonthFirst(rows: Iterable<{ text: string; day: number }>): boolean {
  let lead = 0;
  for (const { text, day } of rows)
    for (const [date] of text.matchAll(/(?<![\d/-])\d{1,2}[/-]\d{1,2}(?![\d/-])/g)) {
      const year = new Date(day * DAY).getUTCFullYear();
      const near = readDates(date, year).filter((own) => Math.abs(own.day - day) <= NEAR);
      if (near.length === 1) lead += near[0]!.form.startsWith('M') ? 1 : -1;
    }
  return lead > 0;
}

function dateAt(text: string, { day }: TextRow, { monthFirst }: TextFile): string | null {
  const year = new Date(day * DAY).getUTCFullYear();
  const years = /\d{4}/.test(text) ? [year] : [year, year - 1, year + 1];
  const read = years.flatMap((own) => readDates(text, own, monthFirst));
  const near = read
    .map((found) => ({ ...found, days: found.day - day }))
    .sort((a, b) => Math.abs(a.days) - Math.abs(b.days))[0];
  if (near === undefined) return null;
  if (Math.abs(near.days) <= NEAR) return placeOf('date', near.form, near.days);
  return /\d{4}/.test(text) ? placeOf('date', near.form, 'earlier') : null;
}

/** Returns the place of a day without marks, such as 0301, at most ten days from the row's. */
function compactDateAt(text: string, { day }: TextRow, monthFirst: boolean): string | null {
  if (!/^\d{4}(?:\d{2})?$/.test(text)) return null;
  const parts = text.match(/\d{2}/g)!;
  const year = new Date(day * DAY).getUTCFullYear();
  const near = [year, year - 1, year + 1]
    .flatMap((own) => readDates(parts.join('/'), own, monthFirst))
    .find((found) => Math.abs(found.day - day) <= NEAR);
  return near === undefined ? null : placeOf('date', near.form.replaceAll('/', ''), near.day - day);
}

/** A row while its text is read, with the identifiers and numbers at places so far. */
type Reading = TextRow & { ids: string[] };

function idPlace(text: string, ids: string[]): string {
  ids.push(text);
  return placeOf('id', shapeOf(text));
}

function idAt(
  text: string,
  row: Reading,
  { isCommon, isOwn, hasSerials, monthFirst }: TextFile,
): string {
  if (hasSerials && SERIAL.test(text)) return placeOf('serial');
  const date = new Date(row.day * DAY);
  if (/^\d{4}$/.test(text) && Math.abs(Number(text) - date.getUTCFullYear()) <= 1)
    return placeOf('year', Number(text) - date.getUTCFullYear());
  const compact = compactDateAt(text, row, monthFirst);
  if (compact !== null) return compact;
  const month = /^(\d{2})([/.-])(\d{4})$/.exec(text);
  if (month !== null && Number(month[1]) <= 12) {
    const now = date.getUTCFullYear() * 12 + date.getUTCMonth();
    const months = Number(month[3]) * 12 + Number(month[1]) - 1 - now;
    if (Math.abs(months) <= 1) return placeOf('period', month[2]!, months);
  }
  if (digitsIn(text) < MIN_DIGITS || isCommon(text)) return text;
  if (isOwn(text)) return placeOf('own', shapeOf(text));
  return idPlace(text, row.ids);
}

function numberAt(text: string, { amount, ids }: Reading): string {
  const value = Number(`${text.slice(0, -3).replaceAll(/[.,']/g, '')}.${text.slice(-2)}`);
  const mark = text.at(-3)!;
  if (Math.abs(value - Math.abs(amount)) < 0.005) return placeOf('amount', mark);
  return idPlace(text, ids);
}

function monthAt(word: string, { day, text }: TextRow, months: MonthWords): string | null {
  const found = months(word, text);
  if (found === null) return null;
  const apart = found.month - new Date(day * DAY).getUTCMonth();
  const off = ((apart + 18) % 12) - 6;
  return Math.abs(off) <= 1 ? placeOf('month', found.set, lettersOf(word), off) : null;
}

/** Replaces dates with a month's name near the row's by places. */
function withNamedDates({ day, text }: TextRow, months: MonthWords): string {
  return text.replaceAll(NAMED_DATE, (...match) => {
    const part = match[0] as string;
    const own = match.at(-1) as Record<string, string | undefined>;
    const month = months(own.month!, text);
    if (month === null) return part;
    const now = new Date(day * DAY).getUTCFullYear();
    const years = own.year === undefined ? [now, now - 1, now + 1] : [Number(own.year)];
    const days = years.map((year) => Date.UTC(year, month.month, Number(own.d)) / DAY - day);
    const near = days.find((off) => Math.abs(off) <= NEAR);
    if (near === undefined) return part;
    const year = own.year === undefined ? '' : `${own.before}YYYY`;
    const form = `${'D'.repeat(own.d!.length)}${own.between}N${year}`.replaceAll(' ', '_');
    return placeOf('named', month.set, form, lettersOf(own.month!), near);
  });
}

/** Replaces the payee's whole name by its place. */
function withFullName({ text, name }: TextRow): string {
  if (name === undefined || !/\S\s\S/.test(name)) return text;
  return text
    .replaceAll(name, placeOf('payee', 'name', 'T'))
    .replaceAll(name.toUpperCase(), placeOf('payee', 'name', 'U'));
}

/** A text with places for the parts that follow from its row, and what stood at those of `id`. */
export type Template = { text: string; ids: readonly string[] };

/** Replaces the parts of a text that follow from its row by places. */
export function templateOf(row: TextRow, file: TextFile): Template {
  const ids: string[] = [];
  const named = withFullName(row);
  const text = withNamedDates({ ...row, text: named }, file.months)
    .split(/(⟦[^⟧]*⟧)/)
    .map((part, i) => (i % 2 === 1 ? part : templateOfPart(part, { ...row, ids }, file)))
    .join('');
  return { text, ids };
}

function templateOfPart(text: string, row: Reading, file: TextFile): string {
  return text.replaceAll(PART, (...match) => {
    const part = match[0] as string;
    const { iban, date, time, number } = match.at(-1) as Record<string, string | undefined>;
    if (iban !== undefined) {
      const isOwn = iban.replaceAll(' ', '') === row.iban?.replaceAll(' ', '');
      return placeOf(isOwn ? 'iban' : 'iban other', iban.includes(' ') ? 'grouped' : 'joined');
    }
    if (date !== undefined) {
      const found = dateAt(date, row, file);
      if (found !== null) return found;
      return /^\d+[.,]\d{2}$/.test(date) ? numberAt(date, row) : idAt(date, row, file);
    }
    if (time !== undefined) return placeOf('time', time.length > 5 ? 'seconds' : 'minutes');
    if (number !== undefined) return numberAt(number, row);
    if (/\d/.test(part)) return idAt(part, row, file);
    return part.replaceAll(/[\p{L}\p{M}'’-]+/gu, (word) => wordAt(word, row, file));
  });
}

function wordAt(word: string, row: TextRow, { months }: TextFile): string {
  const month = monthAt(word, row, months);
  if (month !== null) return month;
  const own = row.payee.get(word.length === 1 ? word.toLowerCase() : plain(word));
  if (own !== undefined) return placeOf('payee', own, lettersOf(word));
  const other = row.others.get(word.toLowerCase());
  return other === undefined ? word : placeOf(`name${other.person}`, other.part, lettersOf(word));
}
