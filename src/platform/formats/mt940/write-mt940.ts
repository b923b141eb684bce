import { type Amount, amountText } from '../amount.ts';
import { decimalsOf } from '../currencies.ts';
import { codesOf } from '../write/codes.ts';
import type { WrittenEntry, WrittenFormat, WrittenStatement } from '../write/statement.ts';
import { cut, parts, toSwift } from '../write/text.ts';

const LINE = 65;
const LINES = 6;
const PART = 27;
const PURPOSE = [
  '20',
  '21',
  '22',
  '23',
  '24',
  '25',
  '26',
  '27',
  '28',
  '29',
  '60',
  '61',
  '62',
  '63',
];
const TYPE = /^[NSF][A-Z0-9]{3}$/;

const yearMonthDay = (day: string): string => day.slice(2, 10).replaceAll('-', '');

/** Formats an amount with a decimal comma, which is required even without decimals. */
function swiftAmount(amount: Amount, currency: string): string {
  const text = amountText(amount < 0n ? -amount : amount, decimalsOf(currency)).replace('.', ',');
  return text.includes(',') ? text : `${text},`;
}

const balance = (tag: string, amount: Amount, day: string, currency: string): string =>
  `:${tag}:${amount < 0n ? 'D' : 'C'}${yearMonthDay(day)}${currency}${swiftAmount(amount, currency)}\r\n`;

/** Shortens a reference to its last 16 characters, which differ most. */
const shortReference = (text: string): string =>
  toSwift(text)
    .replace(/\/{2,}|^\/|\/$/g, '.')
    .slice(-16);

/** Wraps at 65 characters; no line may look like a field or the end of the message. */
function wrapped(text: string): string {
  const lines: string[] = [];
  let rest = text;
  while (rest !== '' && lines.length < LINES) {
    let end = Math.min(LINE, rest.length);
    while (end > 1 && end < rest.length && /[ :-]/.test(rest[end]! + rest[end - 1]!)) end--;
    lines.push(rest.slice(0, end));
    rest = rest.slice(end);
  }
  return lines.join('\r\n');
}

function informationOf(entry: WrittenEntry, gvc: string): string {
  const clean = (text: string) => toSwift(text).replaceAll('?', '.');
  const purpose = [
    ...parts(`EREF+${clean(entry.reference ?? entry.id)}`, PART),
    ...(entry.description ? parts(`SVWZ+${clean(entry.description)}`, PART) : []),
  ].slice(0, PURPOSE.length - 4);
  const names = entry.counterpartyName
    ? parts(cut(clean(entry.counterpartyName), 2 * PART), PART)
    : [];
  const fields: [number: string, text: string | null | undefined][] = [
    ...purpose.map((text, i): [string, string] => [PURPOSE[i]!, text]),
    ['30', entry.counterpartyBank && cut(clean(entry.counterpartyBank), 12)],
    ['31', entry.counterpartyAccount && cut(clean(entry.counterpartyAccount), 34)],
    ['32', names[0]],
    ['33', names[1]],
  ];
  return gvc + fields.map(([number, text]) => (text ? `?${number}${text}` : '')).join('');
}

function entryLines(entry: WrittenEntry, currency: string): string {
  const { amount, booked, valueDate, reference, id, kind, code } = entry;
  const codes = codesOf(kind, amount >= 0n);
  const [type = '', gvc = ''] = (code ?? '').split(' ');
  const day = booked.slice(5, 10).replace('-', '');
  return (
    `:61:${yearMonthDay(valueDate)}${day}${amount < 0n ? 'D' : 'C'}${swiftAmount(amount, currency)}` +
    `${TYPE.test(type) ? type : codes.mt}${reference === null ? 'NONREF' : shortReference(reference)}//${shortReference(id)}\r\n` +
    `:86:${wrapped(informationOf(entry, /^\d{3}$/.test(gvc) ? gvc : codes.gvc))}\r\n`
  );
}

function message({
  account,
  number,
  from,
  to,
  opening,
  closing,
  entries,
}: WrittenStatement): string {
  const { currency, bank } = account;
  const owner = toSwift(account.number);
  const identification = bank === null ? owner : `${toSwift(bank)}/${owner}`;
  return (
    `:20:${shortReference(`${to.replaceAll('-', '')}${account.id.slice(-8)}`)}\r\n` +
    `:25:${identification.length <= 35 ? identification : owner.slice(0, 35)}\r\n` +
    `:28C:${String(number).padStart(5, '0')}/00001\r\n` +
    balance('60F', opening, from, currency) +
    entries.map((entry) => entryLines(entry, currency)).join('') +
    balance('62F', closing, to, currency) +
    balance('64', closing, to, currency) +
    '-\r\n'
  );
}

/** MT940 statements, with field 86 in the numbered parts of German banks. */
export const writeMt940: WrittenFormat = {
  period: 'month',
  takes: () => true,
  leavesOut: null,
  create: () => ({
    headNeedsTotals: false,
    head: () => '',
    statement: message,
    tail: () => '',
  }),
};
