import type { Collector, FormatReader, Json } from '../model.ts';
import { refuseAt, shown } from '../refuse.ts';
import { readLines } from '../text/read-lines.ts';
import { qifAmount } from './amount.ts';

const TRANSACTIONS = /^(Bank|Cash|CCard|Oth A|Oth L)$/i;
const MAX_FIELDS = 5_000;

type Fields = Map<string, string[]>;

/** Normalizes the spelling of a day; the order of its parts is inferred from all days. */
const dateText = (text: string): string => text.replaceAll(' ', '').replace("'", '/');

const firstOf = (fields: Fields, code: string): string | null =>
  fields.get(code)?.[0]?.trim() || null;

const detailsOf = (fields: Fields): Json =>
  Object.fromEntries(
    [...fields].map(([code, texts]) => [code, texts.length === 1 ? texts[0]! : texts]),
  );

function takeTransaction(
  collector: Collector,
  { fields, first, last }: { fields: Fields; first: number; last: number },
): void {
  const one = (code: string) => firstOf(fields, code);
  const place = { line: first, path: null };
  const date = one('D') ?? refuseAt(place, 'the transaction has no date (D).');
  if (!/\d/.test(date)) refuseAt(place, `${shown(date)} is not a date.`);
  const text = one('T') ?? one('U') ?? refuseAt(place, 'the transaction has no amount (T).');
  const splits = fields.get('$') ?? [];
  const amount = qifAmount(text, place);
  if (splits.length > 0) {
    const sum = splits.reduce((all, split) => all + qifAmount(split.trim(), place), 0n);
    collector.check({
      name: 'sum of splits',
      stated: `${amount}`,
      found: `${sum}`,
      place: { line: last, path: null },
    });
  }
  collector.entry({
    place,
    bookingDate: dateText(date),
    valueDate: null,
    amount,
    currency: null,
    counterpartyName: one('P'),
    counterpartyAccount: null,
    counterpartyBank: null,
    description: one('M'),
    reference: one('N'),
    bankReference: null,
    code: one('L'),
    status: 'booked',
    details: detailsOf(fields),
  });
}

/** Reads QIF: lists of transactions. It states neither currency nor balances. */
export function readQif(collector: Collector): FormatReader {
  let section = '';
  let account: string | null = null;
  let fields: Fields = new Map();
  let count = 0;
  let first = 0;
  let isOpen = false;
  let sections = 0;

  const closeStatement = (line: number) => {
    if (!isOpen) return;
    isOpen = false;
    collector.close({
      place: { line, path: null },
      closing: null,
      unchecked: 'QIF states no balances',
      details: { type: section, account },
    });
  };
  const openStatement = (line: number) => {
    isOpen = true;
    sections++;
    const place = { line, path: null };
    collector.open({ place, id: null, account, accountBank: null, currency: null, opening: null });
  };
  const endRecord = (line: number) => {
    if (fields.size > 0 && TRANSACTIONS.test(section))
      takeTransaction(collector, { fields, first, last: line });
    else if (/^account$/i.test(section)) account = firstOf(fields, 'N');
    fields = new Map();
    count = 0;
  };
  const startSection = (text: string, line: number) => {
    if (fields.size > 0) refuseAt({ line, path: null }, 'the previous record is not closed (^).');
    if (/^(option|clear):/i.test(text)) return;
    closeStatement(line);
    section = text.replace(/^type:/i, '').trim();
    if (/^invst$/i.test(section))
      refuseAt({ line, path: null }, 'investment lists are not supported.');
    if (TRANSACTIONS.test(section)) openStatement(line);
  };
  let last = 1;
  return readLines(
    (given, line) => {
      last = line;
      if (given.trim() === '') return;
      if (given.startsWith('!')) return startSection(given.slice(1), line);
      if (section === '')
        refuseAt({ line, path: null }, 'the type of the list (!Type) is missing.');
      if (given.startsWith('^')) return endRecord(line);
      if (fields.size === 0) first = line;
      count++;
      if (count > MAX_FIELDS)
        refuseAt({ line, path: null }, 'the record is too long; its end (^) is missing.');
      const code = /^X./.test(given) ? given.slice(0, 2) : given[0]!;
      const texts = fields.get(code) ?? [];
      fields.set(code, [...texts, given.slice(code.length)]);
    },
    () => {
      if (fields.size > 0)
        refuseAt(
          { line: last, path: null },
          'the file is truncated: the last record is not closed (^).',
        );
      closeStatement(last);
      if (sections === 0)
        refuseAt({ line: last, path: null }, 'the file contains no list of transactions.');
    },
  );
}
