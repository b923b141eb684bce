import { fromMinorUnits } from '../amount.ts';
import { dateOfSix } from '../dates.ts';
import type { Collector, Entry, Json } from '../model.ts';
import { refuseAt, shown } from '../refuse.ts';
import { digitsAt } from '../text/fields.ts';
import { addendaOf, batchHeaderOf, entryOf, fieldsOf } from './layout.ts';
import { checkTotals, type NachaTotals, noTotals } from './totals.ts';

const CENTS = 2;
const MAX_ADDENDA = 9_999;

type Open = { entry: Entry; fields: Record<string, string>; addenda: Json[]; texts: string[] };

/** Parses the effective date of an entry; null for blanks and zeros. */
function effectiveDate(text: string | undefined, line: number): string | null {
  if (text === undefined || /^0*$/.test(text)) return null;
  return (
    dateOfSix(text) ?? refuseAt({ line, path: null }, `${shown(text)} is not an effective date.`)
  );
}

/** Returns true for credits: odd codes of accounting advice, else decided by the second digit. */
function isCredit(code: string, isAdvice: boolean, line: number): boolean {
  if (!/^\d\d$/.test(code))
    refuseAt({ line, path: null }, `${shown(code)} is not a transaction code.`);
  const digit = Number(code[1]);
  return isAdvice ? digit % 2 === 1 : digit >= 1 && digit <= 4;
}

export function createNachaBatch(parts: {
  record: string;
  line: number;
  file: Record<string, string>;
  collector: Collector;
}) {
  const { record, line, file, collector } = parts;
  const entryClass = record.slice(50, 53);
  const isAdvice = entryClass === 'ADV';
  const header = fieldsOf(record, batchHeaderOf(entryClass));
  const date = effectiveDate(header.effectiveDate, line);
  const totals = noTotals();
  let open: Open | null = null;
  collector.open({
    place: { line, path: null },
    id: header.batchNumber ?? null,
    account: null,
    accountBank: null,
    currency: 'USD',
    opening: null,
  });
  const endEntry = () => {
    if (open === null) return;
    const { entry, fields, addenda, texts } = open;
    const description = [header.entryDescription ?? '', ...texts].join(' ').trim();
    const details: { [name: string]: Json } = { ...fields };
    if (addenda.length > 0) details.addenda = addenda;
    collector.entry({ ...entry, description: description || null, details });
    open = null;
  };
  const startEntry = (given: string, at: number) => {
    const fields = fieldsOf(given, entryOf(entryClass));
    const cents = digitsAt(fields.amount ?? '', at, 'the amount');
    const rdfi = digitsAt(fields.rdfi ?? '', at, 'the receiving bank');
    const credit = isCredit(fields.transactionCode ?? '', isAdvice, at);
    totals.count++;
    totals.hash += rdfi;
    if (credit) totals.credits += cents;
    else totals.debits += cents;
    const amount = fromMinorUnits(cents, CENTS);
    const entry: Entry = {
      place: { line: at, path: null },
      account: fields.account ?? null,
      accountBank: `${fields.rdfi}${fields.checkDigit ?? ''}`,
      bookingDate: date,
      valueDate: date,
      amount: credit ? amount : -amount,
      currency: 'USD',
      counterpartyName: header.companyName ?? null,
      counterpartyAccount: header.companyId ?? null,
      counterpartyBank: header.odfi ?? null,
      description: null,
      reference: fields.individualId ?? null,
      bankReference: fields.trace ?? null,
      code: `${entryClass} ${fields.transactionCode}`,
      status: 'booked',
      details: null,
    };
    open = { entry, fields, addenda: [], texts: [] };
  };
  const takeAddenda = (given: string, at: number) => {
    if (open === null) refuseAt({ line: at, path: null }, 'addenda record without an entry.');
    if (open.addenda.length >= MAX_ADDENDA)
      refuseAt({ line: at, path: null }, `an entry has more than ${MAX_ADDENDA} addenda.`);
    totals.count++;
    const type = given.slice(1, 3);
    const fields = fieldsOf(given, addendaOf(type));
    open.addenda.push({ type, ...fields });
    if (fields.paymentInformation) open.texts.push(fields.paymentInformation);
    const reason = fields.returnReason ?? fields.changeCode;
    if (reason) open.entry.code += ` ${reason}`;
  };
  return {
    entry: (given: string, at: number): void => {
      endEntry();
      startEntry(given, at);
    },
    addenda: takeAddenda,
    end: (control: string, at: number): NachaTotals => {
      endEntry();
      checkTotals(
        { record: control, line: at, of: 'a batch', isAdvice },
        { count: [5, 10], hash: [11, 20], sums: 21 },
        totals,
        collector,
      );
      const details = { file, batch: header };
      collector.close({
        place: { line: at, path: null },
        closing: null,
        unchecked: 'ACH files state no balances',
        details,
      });
      return totals;
    },
    isAdvice,
  };
}
