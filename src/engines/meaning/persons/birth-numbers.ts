import { DAY } from '../../table/datetime-form.ts';

export type Sex = 'female' | 'male';

/** Birth date and sex within a personal number; a number without a century has years from 0 to 99. */
export type Birth = { year: number; month: number; day: number | null; sex: Sex };

type BirthNumber = {
  /** Parts of a number: everything that follows from the birth, and the rest. */
  pattern: RegExp;
  read: (parts: RegExpExecArray) => Birth;
  /** Writes a birth into a number, with its check digits. */
  write: (parts: RegExpExecArray, birth: Birth) => string;
};

const two = (value: number): string => String(value % 100).padStart(2, '0');
const sexOf = (digit: string | undefined): Sex => (Number(digit) % 2 === 0 ? 'female' : 'male');

/** Returns a serial number whose last digit states the sex. */
const withParity = (serial: string, sex: Sex): string =>
  serial.slice(0, -1) + (2 * (Number(serial.at(-1)) >> 1) + (sex === 'male' ? 1 : 0));

/** Returns the check digit of ISO/IEC 7812-1 (Luhn). */
function luhn(digits: string): number {
  const sum = [...digits].toReversed().reduce((total, digit, i) => {
    const value = Number(digit) * (i % 2 === 0 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return (10 - (sum % 10)) % 10;
}

const MONTHS = 'ABCDEHLMPRST';
const ODD: Readonly<Record<string, number>> = Object.fromEntries(
  [1, 0, 5, 7, 9, 13, 15, 17, 19, 21, 2, 4, 18, 20, 11, 3, 6, 8, 12, 14, 16, 10, 22, 25, 24, 23]
    .map((value, i): [string, number] => [String.fromCharCode(65 + i), value])
    .concat([1, 0, 5, 7, 9, 13, 15, 17, 19, 21].map((value, i) => [String(i), value])),
);

/** Returns the check character of a codice fiscale (D.M. 23 December 1976). */
function fiscalCheck(text: string): string {
  const sum = [...text].reduce((total, letter, i) => {
    const even = /\d/.test(letter) ? Number(letter) : letter.charCodeAt(0) - 65;
    return total + (i % 2 === 0 ? ODD[letter]! : even);
  }, 0);
  return String.fromCharCode(65 + (sum % 26));
}

/**
 * Personal numbers that carry birth date and sex: France (NIR), Sweden (personnummer), Belgium
 * (rijksregisternummer), Italy (codice fiscale). Those of France and Italy are of unassigned places:
 * births abroad in countries 900 to 999, and Z9. Serials of the others are random.
 */
const BIRTH_NUMBERS = {
  nir: {
    pattern: /^([12])( ?)(\d\d) ?(\d\d) ?(\d[\dAB]) ?(\d{3}) ?(\d{3})( ?\d\d)?$/,
    read: ([, sex, , year, month]) => ({
      year: Number(year),
      month: Number(month),
      day: null,
      sex: sex === '1' ? 'male' : 'female',
    }),
    write: ([, , gap, , , , commune, serial, key], { year, month, sex }) => {
      const parts = [
        sex === 'male' ? '1' : '2',
        two(year),
        two(month),
        '99',
        `9${commune!.slice(1)}`,
        serial!,
      ];
      const check = two(97 - (Number(parts.join('')) % 97));
      return [...parts, ...(key === undefined ? [] : [check])].join(gap!);
    },
  },
  personnummer: {
    pattern: /^(\d\d)?(\d\d)(\d\d)(\d\d)([-+]?)(\d{3})\d$/,
    read: ([, century, year, month, day, , serial]) => ({
      year: Number(`${century ?? ''}${year}`),
      month: Number(month),
      day: Number(day),
      sex: sexOf(serial!.at(-1)),
    }),
    write: ([, century, , , , mark, serial], { year, month, day, sex }) => {
      const body = `${two(year)}${two(month)}${two(day ?? 1)}`;
      const last = withParity(serial!, sex);
      const full = century === undefined ? '' : String(Math.floor(year / 100));
      return `${full}${body}${mark}${last}${luhn(body + last)}`;
    },
  },
  rijksregisternummer: {
    pattern: /^(\d\d)(\.?)(\d\d)\.?(\d\d)(-?)(\d{3})(\.?)\d\d$/,
    read: ([, year, , month, day, , serial]) => ({
      year: Number(year),
      month: Number(month),
      day: Number(day),
      sex: sexOf(serial!.at(-1)),
    }),
    write: ([, , dot, , , dash, own, point], { year, month, day, sex }) => {
      const serial = withParity(own!, sex);
      const parts = [two(year), two(month), two(day ?? 1)];
      const digits = `${year >= 2000 ? '2' : ''}${parts.join('')}${serial}`;
      return `${parts.join(dot)}${dash}${serial}${point}${two(97 - (Number(digits) % 97))}`;
    },
  },
  'codice fiscale': {
    pattern: /^([A-Z]{6})(\d\d)([ABCDEHLMPRST])(\d\d)([A-Z]\d{3})[A-Z]$/,
    read: ([, , year, month, day]) => ({
      year: Number(year),
      month: 1 + MONTHS.indexOf(month!),
      day: Number(day) % 40,
      sex: Number(day) > 40 ? 'female' : 'male',
    }),
    write: ([, names, , , , place], { year, month, day, sex }) => {
      const written = two((day ?? 1) + (sex === 'female' ? 40 : 0));
      const text = `${names}${two(year)}${MONTHS[month - 1]}${written}Z9${place!.slice(2)}`;
      return text + fiscalCheck(text);
    },
  },
} satisfies Record<string, BirthNumber>;

export type BirthForm = keyof typeof BIRTH_NUMBERS;
export const BIRTH_FORMS = Object.keys(BIRTH_NUMBERS) as [BirthForm, ...BirthForm[]];

/** Returns the birth that a number of a form carries; null for another number. */
export function readBirth(form: BirthForm, text: string): Birth | null {
  const { pattern, read }: BirthNumber = BIRTH_NUMBERS[form];
  const parts = pattern.exec(text);
  return parts === null ? null : read(parts);
}

/** Returns a number with another birth. */
export function writeBirth(form: BirthForm, text: string, birth: Birth): string {
  const { pattern, write }: BirthNumber = BIRTH_NUMBERS[form];
  const parts = pattern.exec(text);
  return parts === null ? text : write(parts, birth);
}

/** Returns true if a number's birth is on a date; day and century only if it states them. */
export function isBornOn({ year, month, day }: Birth, moment: number): boolean {
  const date = new Date(Math.floor(moment / DAY) * DAY);
  const full = date.getUTCFullYear();
  return (
    (year > 99 ? full : full % 100) === year &&
    date.getUTCMonth() + 1 === month &&
    (day === null || date.getUTCDate() === day)
  );
}
