import { NAME_SETS } from '../../../shared/layouts/names.ts';
import { drawDigits, drawPerson } from '../../meaning/persons/draw-person.ts';
import { makePersonal } from '../../meaning/persons/make-personal.ts';
import { type RandomStream, type Seed, streamFor } from '../../random/stream.ts';
import { longTextNumber } from '../../random/text-number.ts';
import { weightedIndex } from '../../random/weighted-index.ts';
import { DAY } from '../../table/datetime-form.ts';
import type { Column, Table } from '../../table/table.ts';
import { takeRows } from '../../table/take-rows.ts';
import { joinSides, splitSides } from '../columns/amount-sides.ts';
import { PURPOSES } from '../random-purposes.ts';
import { daysOf, withWords, wordAt } from './encode-payments.ts';
import {
  groupWord,
  NO_TEXT,
  type Payments,
  type PersonPlace,
  personIn,
  RANKS,
} from './payments.ts';
import { type Payment, reconciled, usualAmount } from './reconcile.ts';
import { planRecurring } from './recurring-payments.ts';
import { type MonthNames, PLACE, withLetters, writeDate } from './text-places.ts';

const MAX_REDRAWS = 20;
const LETTERS = 'ABCDEFGHJKLMNPRSTUVWXYZ';
const FIRST_EARLIER = 11;
const EARLIER_DAYS = 355;

type Named = { name: string; given: string; family: string };

/** Draws the persons whom accounts pay, each account's with different names. */
function personMaker({ name, persons, parts }: Payments, seed: Seed) {
  const drawn = new Map<string, Named[][]>();
  const draw = (number: number): Named => {
    const ofPerson = () => streamFor(seed, number, PURPOSES.payee);
    const { given, family } = drawPerson(name.style?.language ?? 'en', ofPerson());
    const text = makePersonal(name, streamFor(seed, number, PURPOSES.payeeName), ofPerson());
    return { name: text, given, family };
  };
  const ofAccount = (account: string): Named[][] => {
    const used = new Set<string>();
    return persons.map((counts, group) => {
      const share = streamFor(
        seed,
        longTextNumber(`${account}\n${group}`),
        PURPOSES.payees,
      ).float();
      const most = Math.max(
        1,
        counts[Math.min(counts.length - 1, Math.floor(share * counts.length))]!,
      );
      return Array.from({ length: most }, (_, rank) => {
        const key = `${account}\n${group} ${rank}`;
        let own = draw(longTextNumber(key));
        for (let again = 0; again < MAX_REDRAWS && used.has(own.name); again++)
          own = draw(longTextNumber(`${key} ${again}`));
        used.add(own.name);
        return own;
      });
    });
  };
  return {
    payee(account: string, { group, rank }: PersonPlace, stream: RandomStream): Named {
      if (!drawn.has(account)) drawn.set(account, ofAccount(account));
      const own = drawn.get(account)![group]!;
      if (rank > 0) return own[(rank - 1) % own.length]!;
      const at = (weightedIndex(parts[group]!, stream) + stream.float()) / RANKS;
      return own[Math.min(own.length - 1, Math.floor(at * own.length))]!;
    },
    other: (account: string, k: string) => draw(longTextNumber(`${account}\nnamed ${k}`)),
  };
}

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

type Row = {
  payee: Named | null;
  other: (k: string) => Named;
  iban: string | null;
  day: number;
  amount: number;
  stream: RandomStream;
  /** Stream of the payee's numbers, the same for all of its rows. */
  constant: (place: number) => RandomStream;
  /** Stream of the account's short numbers, the same for all of its rows. */
  ofAccount: () => RandomStream;
};

/** Writes one place of a text. */
function writePlace(place: string, at: number, row: Row, payments: Payments): string {
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
    case 'serial':
      return `00${1 + row.ofAccount().below(9)}`;
    default:
      return partOf(row.other(kind.slice('name'.length)));
  }
}

const makeIban = ({ ibanForm }: Payments, stream: RandomStream): string =>
  makePersonal(ibanForm ?? { personal: 'iban' }, stream);

type Request = {
  seed: Seed;
  block: number;
  /** True if debits and credits are still one signed column. */
  isJoined: boolean;
  /** Columns that are modeled; copies of a row take them over. */
  isLearned: readonly boolean[];
};

/** Returns the payee, text and amount of each drawn row, which belong together. */
function paymentsIn(
  table: Table,
  payments: Payments,
  stream: RandomStream,
): { drawn: Payment[]; redraw: (payment: Payment) => Payment } {
  const column = (place: number) => table.columns[place];
  const amount = column(payments.amount);
  const textsOf = new Map(payments.texts.map((entry) => [entry.payee, entry]));
  const decimals = amount?.kind === 'number' ? amount.decimals : 2;
  const drawn = Array.from({ length: table.rows }, (_, row) =>
    reconciled(
      {
        word: wordAt(column(payments.payee), row) ?? null,
        text: wordAt(column(payments.text), row) ?? NO_TEXT,
        hasIban: wordAt(column(payments.iban), row) !== undefined,
        amount: amount?.kind === 'number' ? amount.values[row]! : Number.NaN,
      },
      payments,
      { textsOf, decimals, stream },
    ),
  );
  const redraw = (payment: Payment): Payment => {
    const own = textsOf.get(groupWord(payment.word ?? ''));
    const usual = own?.amounts[own.texts.indexOf(payment.text)] ?? null;
    if (usual === null || usual.length === 0) return payment;
    return { ...payment, amount: usualAmount(usual, decimals, stream) };
  };
  return { drawn, redraw };
}

/** Moves and copies the rows of one account so that its recurring payments recur. */
function withRecurring(
  table: Table,
  payments: Payments,
  { isLearned, stream }: Pick<Request, 'isLearned'> & { stream: RandomStream },
): { table: Table; rows: Payment[] } {
  const { drawn, redraw } = paymentsIn(table, payments, stream);
  const { recurring = [] } = payments;
  if (recurring.length === 0) return { table, rows: drawn };
  const { copied, shift, amounts } = planRecurring(recurring, {
    days: daysOf(table.columns[payments.date]),
    kindAt: (row) => {
      const { word, text } = drawn[row]!;
      return recurring.findIndex((own) => own.payee === word && own.text === text);
    },
    stream,
  });
  const whole = takeRows(table, copied);
  const columns = table.columns.map((column, i): Column => {
    if (isLearned[i] !== true) return column;
    if (column.kind !== 'datetime') return whole.columns[i]!;
    return { ...column, values: column.values.map((moment, row) => moment + shift[row]! * DAY) };
  });
  const rows = drawn.map((own, row) => {
    const payment = copied[row] === row ? own : redraw(drawn[copied[row]!]!);
    return Number.isNaN(amounts[row]!) ? payment : { ...payment, amount: amounts[row]! };
  });
  return { table: { rows: table.rows, columns }, rows };
}

/** Writes the drawn payees, accounts and texts of payments in words. */
export function writePayments(
  read: Table,
  payments: Payments,
  { seed, block, isJoined, isLearned }: Request,
): Table {
  const { sides } = payments;
  const joined = isJoined || sides === undefined ? read : joinSides(read, sides);
  const stream = streamFor(seed, block, PURPOSES.paymentText);
  const { table, rows: drawn } = withRecurring(joined, payments, { isLearned, stream });
  const [amount, account] = [table.columns[payments.amount], table.columns[payments.account]];
  const days = daysOf(table.columns[payments.date]);
  const people = personMaker(payments, seed);
  const accountAt = (row: number) =>
    account?.kind === 'category'
      ? (wordAt(account, row) ?? '')
      : String(account?.values[row] ?? '');
  const rows = drawn.map((payment, row) => {
    const owner = accountAt(row);
    const { word } = payment;
    const person = word === null ? null : personIn(word);
    const payee = person && people.payee(owner, person, stream);
    const relation = payee === null ? (word ?? '') : `${owner}\n${payee.name}`;
    const iban = payment.hasIban
      ? makeIban(payments, streamFor(seed, longTextNumber(relation), PURPOSES.payeeIban))
      : null;
    const facts: Row = {
      payee,
      other: (k) => people.other(owner, k),
      iban,
      day: days[row] ?? 0,
      amount: payment.amount,
      stream,
      constant: (place) =>
        streamFor(seed, longTextNumber(`${owner}\n${relation}\n${place}`), PURPOSES.payeeNumber),
      ofAccount: () => streamFor(seed, longTextNumber(`${owner}\nserial`), PURPOSES.payeeNumber),
    };
    let at = 0;
    const written = payment.text.replaceAll(PLACE, (_, place: string) =>
      writePlace(place, at++, facts, payments),
    );
    const text = payment.text === NO_TEXT ? null : written;
    return { payee: payee?.name ?? word, iban, text, amount: facts.amount };
  });
  const isOne = payments.account < 0 && amount?.kind === 'number';
  const written = withWords(
    isOne ? table : read,
    new Map([
      [payments.payee, rows.map((row) => row.payee)],
      [payments.iban, rows.map((row) => row.iban)],
      [payments.text, rows.map((row) => row.text)],
    ]),
  );
  if (!isOne) return written;
  const values = Float64Array.from(rows, (row) => row.amount);
  const columns = written.columns.map((own) => (own === amount ? { ...amount, values } : own));
  return splitSides({ rows: table.rows, columns }, isJoined ? undefined : sides);
}
