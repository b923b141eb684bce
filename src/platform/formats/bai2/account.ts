import { type Amount, toMinorUnits } from '../amount.ts';
import { decimalsOf } from '../currencies.ts';
import { createEntrySides, type Side } from '../entry-sides.ts';
import type { Balance, Collector, Entry, Json } from '../model.ts';
import { refuseAt, shown } from '../refuse.ts';
import { amountAt, availabilityFields, type Bai2Record, fieldsOf } from './record.ts';

type Summary = { type: string; amount: Amount | null; count: number | null };

export type Bai2Account = {
  entry: (record: Bai2Record) => void;
  close: () => void;
  readonly total: bigint;
  readonly records: number;
};

const OPENING = '010';
const CLOSING = '015';
const TOTAL_CREDITS = '100';
const TOTAL_DEBITS = '400';

/** Returns the sign of a type: 100 to 399 are credits, 400 to 699 debits; 890 moves no money. */
function signOf(type: string, line: number): 1n | -1n | 0n {
  const number = Number(type);
  if (!/^\d{3}$/.test(type))
    return refuseAt({ line, path: null }, `${shown(type)} is not an entry type code.`);
  if (number >= 100 && number < 400) return 1n;
  if (number >= 400 && number < 700) return -1n;
  if (number === 890) return 0n;
  return refuseAt(
    { line, path: null },
    `entries of type ${type} are bank-specific: credit or debit is unknown.`,
  );
}

function summariesOf(fields: readonly string[], currency: string, line: number): Summary[] {
  const summaries: Summary[] = [];
  for (let at = 2; at < fields.length; ) {
    const type = fields[at]!;
    if (type === '' && fields.slice(at).every((field) => field === '')) break;
    if (type !== '' && !/^\d{3}$/.test(type))
      refuseAt({ line, path: null }, `${shown(type)} is not a balance type code.`);
    const amount = amountAt(fields[at + 1], currency, line);
    const count = fields[at + 2] ? Number(fields[at + 2]) : null;
    if (count !== null && !Number.isInteger(count))
      refuseAt({ line, path: null }, `${shown(fields[at + 2]!)} is not a number of entries.`);
    summaries.push({ type, amount, count });
    at += 3 + availabilityFields(fields, at + 3, line);
  }
  return summaries;
}

function partsOf(record: Bai2Record) {
  const fields = fieldsOf(record);
  const { line } = record;
  const behind = 2 + availabilityFields(fields, 2, line);
  const [bankReference, reference] = [fields[behind], fields[behind + 1]];
  const [first, ...others] = record.texts;
  const head = first!.split(',');
  const text = [
    head.slice(behind + 3).join(','),
    ...others.map((other) => other.slice(other.indexOf(',') + 1)),
  ];
  const description = text
    .map((part) => part.replace(/\/\s*$/, '').trim())
    .filter((part) => part !== '');
  return { fields, bankReference, reference, description: description.join(' ') };
}

export function createBai2Account(parts: {
  record: Bai2Record;
  fields: string[];
  group: {
    currency: string;
    date: string | null;
    bank: string | null;
    fields: string[];
    line: number;
  };
  header: string[];
  collector: Collector;
}): Bai2Account {
  const { record, fields, group, header, collector } = parts;
  const place = { line: record.line, path: null };
  const currency = fields[1] || group.currency;
  const decimals = decimalsOf(currency);
  const summaries = summariesOf(fields, currency, record.line);
  const amountOf = (type: string) =>
    summaries.find((summary) => summary.type === type)?.amount ?? null;
  const balanceOf = (type: string): Balance | null => {
    const amount = amountOf(type);
    return amount === null ? null : { amount, currency };
  };
  const units = (amount: Amount) => toMinorUnits(amount, decimals)!;
  let total = summaries.reduce(
    (sum, { amount }) => sum + (amount === null ? 0n : units(amount)),
    0n,
  );
  let records = record.texts.length;
  const sides = createEntrySides(collector);
  collector.open({
    place,
    id: null,
    account: fields[0] || null,
    accountBank: group.bank,
    currency,
    opening: balanceOf(OPENING),
  });
  /** Checks the stated sum of entries against the found ones; a report may omit the entries. */
  const checkSide = (type: string, side: Side) => {
    const summary = summaries.find((each) => each.type === type);
    if (summary?.amount == null || sides.isEmpty()) return;
    sides.check({ side, sum: summary.amount, count: summary.count, decimals, place });
  };
  const moves = () => amountOf(TOTAL_CREDITS) !== null || amountOf(TOTAL_DEBITS) !== null;
  const uncheckedReason = (): string | null =>
    sides.isEmpty() && moves() && (amountOf(TOTAL_CREDITS) || amountOf(TOTAL_DEBITS))
      ? 'the report leaves the entries out'
      : null;
  return {
    entry: (given) => {
      const { fields: entryFields, bankReference, reference, description } = partsOf(given);
      const type = entryFields[0]!;
      const sign = signOf(type, given.line);
      const amount = amountAt(entryFields[1], currency, given.line) ?? 0n;
      total += units(amount);
      records += given.texts.length;
      if (sign !== 0n) sides.add(sign < 0n ? 'debits' : 'credits', amount);
      const entry: Entry = {
        place: { line: given.line, path: null },
        bookingDate: group.date,
        valueDate: null,
        amount: sign * amount,
        currency,
        counterpartyName: null,
        counterpartyAccount: null,
        counterpartyBank: null,
        description: description || null,
        reference: reference || null,
        bankReference: bankReference || null,
        code: type,
        status: sign === 0n ? 'information' : 'booked',
        details: { '16': given.texts.length === 1 ? given.texts[0]! : given.texts },
      };
      collector.entry(entry);
    },
    close: () => {
      checkSide(TOTAL_CREDITS, 'credits');
      checkSide(TOTAL_DEBITS, 'debits');
      const details: { [name: string]: Json } = { '01': header, '02': group.fields, '03': fields };
      collector.close({
        place,
        closing: balanceOf(CLOSING),
        unchecked: uncheckedReason(),
        details,
      });
    },
    get total() {
      return total;
    },
    get records() {
      return records;
    },
  };
}
