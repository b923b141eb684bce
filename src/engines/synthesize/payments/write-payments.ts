import { type RandomStream, type Seed, streamFor } from '../../random/stream.ts';
import { longTextNumber } from '../../random/text-number.ts';
import { DAY } from '../../table/datetime-form.ts';
import type { Column, Table } from '../../table/table.ts';
import { takeRows } from '../../table/take-rows.ts';
import { joinSides, splitSides } from '../columns/amount-sides.ts';
import { PURPOSES } from '../random-purposes.ts';
import { personMaker } from './payee-names.ts';
import { groupWord, NO_TEXT, type Payments, personIn } from './payments.ts';
import { planRecurring } from './plan-recurring.ts';
import { daysOf, withWords, wordAt } from './read-payments.ts';
import { type Payment, reconciled, usualAmount } from './reconcile.ts';
import { PLACE } from './text-places.ts';
import { makeIban, type Row, writePlace } from './write-place.ts';

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
      [payments.payee, rows.map((row) => (payments.inTexts ? row.text : row.payee))],
      [payments.iban, rows.map((row) => row.iban)],
      [payments.text, rows.map((row) => row.text)],
    ]),
  );
  if (!isOne) return written;
  const values = Float64Array.from(rows, (row) => row.amount);
  const columns = written.columns.map((own) => (own === amount ? { ...amount, values } : own));
  return splitSides({ rows: table.rows, columns }, isJoined ? undefined : sides);
}
