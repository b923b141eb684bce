import { NAME_SETS } from '../../../shared/layouts/names.ts';
import { drawDigits } from '../../meaning/persons/draw-person.ts';
import { makePersonal } from '../../meaning/persons/make-personal.ts';
import type { RandomStream } from '../../random/stream.ts';
import { DAY } from '../../table/datetime-form.ts';
import type { Named } from './payee-names.ts';
import type { Payments } from './payments.ts';
import { type MonthNames, withLetters, writeDate } from './text-places.ts';

const LETTERS = 'ABCDEFGHJKLMNPRSTUVWXYZ';
const FIRST_EARLIER = 11;
const EARLIER_DAYS = 355;

/** Draws an identifier of a shape (see `shapeOf`). */
function drawId(shape: string, stream: RandomStream): string {
  const [prefix, classes] = shape.split('|', 2) as [string, string];
  const rest = classes.replaceAll(/[9Aa]/g, (kind, at: number) => {
    if (kind === '9') return at === 0 ? String(1 + stream.below(9)) : drawDigits(1, stream);
    const letter = LETTERS[stream.below(LETTERS.length)]!;
    return kind === 'A' ? letter : letter.toLowerCase();
  });
  return prefix + rest;
}

const monthsOf = (set: string): readonly string[] => NAME_SETS[set as MonthNames].months;

const two = (value: number) => String(value).padStart(2, '0');

/** Facts of a row that its text repeats. */
export type Row = {
  payee: Named | null;
  other: (k: string) => Named;
  iban: string | null;
  day: number;
  amount: number;
  stream: RandomStream;
  /** Stream of the payee's numbers, the same for all of its rows. */
  constant: (place: number) => RandomStream;
  /** Stream of the account's own numbers, the same for all of its rows. */
  ofAccount: () => RandomStream;
};

/** Writes one place of a text. */
export function writePlace(place: string, at: number, row: Row, payments: Payments): string {
  const [kind = '', ...details] = place.split(' ');
  const [first = '', second = ''] = details;
  const date = new Date(row.day * DAY);
  const partOf = ({ name, given, family }: Named) => {
    if (first === 'name') return second === 'U' ? name.toUpperCase() : name;
    return withLetters(
      first === 'family' ? family : first === 'initial' ? given[0]! : given,
      second,
    );
  };
  switch (kind) {
    case 'payee':
      return row.payee === null ? '' : partOf(row.payee);
    case 'iban': {
      const isOther = first === 'other';
      const own = isOther || row.iban === null ? makeIban(payments, row.constant(at)) : row.iban;
      const joined = own.replaceAll(' ', '');
      return details.at(-1) === 'grouped' ? joined.replace(/(.{4})(?=.)/g, '$1 ') : joined;
    }
    case 'date': {
      const days =
        second === 'earlier' ? -FIRST_EARLIER - row.stream.below(EARLIER_DAYS) : Number(second);
      return writeDate(first, row.day + days);
    }
    case 'named': {
      const day = row.day + Number(details[3]);
      const month = withLetters(monthsOf(first)[new Date(day * DAY).getUTCMonth()]!, details[2]!);
      return writeDate(second.replaceAll('_', ' '), day).replace('N', month);
    }
    case 'year':
      return String(date.getUTCFullYear() + Number(first));
    case 'period': {
      const month = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + Number(second)));
      return `${two(month.getUTCMonth() + 1)}${first}${month.getUTCFullYear()}`;
    }
    case 'month': {
      const month = (date.getUTCMonth() + Number(details[2]) + 12) % 12;
      return withLetters(monthsOf(first)[month]!, second);
    }
    case 'time': {
      const clock = `${two(6 + row.stream.below(17))}:${two(row.stream.below(60))}`;
      return first === 'seconds' ? `${clock}:${two(row.stream.below(60))}` : clock;
    }
    case 'amount':
      return Math.abs(row.amount).toFixed(2).replace('.', first);
    case 'id':
      return drawId(details.join(' '), row.stream);
    case 'key':
      return drawId(details.join(' '), row.constant(at));
    case 'own':
      return drawId(details.join(' '), row.ofAccount());
    case 'serial':
      return `00${1 + row.ofAccount().below(9)}`;
    default:
      return partOf(row.other(kind.slice('name'.length)));
  }
}

export const makeIban = ({ ibanForm }: Payments, stream: RandomStream): string =>
  makePersonal(ibanForm ?? { personal: 'iban' }, stream);
