import { type Amount, toMinorUnits } from '../amount.ts';
import { decimalsOf } from '../currencies.ts';
import { codesOf } from '../write/codes.ts';
import type { WrittenEntry, WrittenFormat, WrittenStatement } from '../write/statement.ts';
import { cut, toAscii } from '../write/text.ts';

const TYPE = /^[1-6]\d\d$/;
const BANK = 'SANDBOX';
const CLIENT = 'CUSTOMER';

const yearMonthDay = (day: string): string => day.slice(2, 10).replaceAll('-', '');
/** Removes slashes, which end a record; references contain no comma either. */
const clean = (text: string): string => toAscii(text).replaceAll('/', '-');
const reference = (text: string | null): string => cut(clean(text ?? '').replaceAll(',', ' '), 32);

type Level = { total: bigint; members: number; records: number };
const level = (): Level => ({ total: 0n, members: 0, records: 0 });

function accountRecords({ account, opening, closing, entries }: WrittenStatement) {
  const decimals = decimalsOf(account.currency);
  const units = (amount: Amount) => toMinorUnits(amount, decimals)!;
  const absolute = (entry: WrittenEntry) =>
    entry.amount < 0n ? -units(entry.amount) : units(entry.amount);
  const sides = [
    entries.filter(({ amount }) => amount >= 0n),
    entries.filter(({ amount }) => amount < 0n),
  ];
  const [credits, debits] = sides.map((of) => ({
    count: of.length,
    sum: of.reduce((sum, entry) => sum + absolute(entry), 0n),
  }));
  const status = [
    `010,${units(opening)},,`,
    `015,${units(closing)},,`,
    `100,${credits!.sum},${credits!.count},`,
    `400,${debits!.sum},${debits!.count},`,
  ].join(',');
  const records = [`03,${clean(account.number)},${account.currency},${status}/`];
  let total = units(opening) + units(closing) + credits!.sum + debits!.sum;
  for (const entry of entries) {
    const typeCode = codesOf(entry.kind, entry.amount >= 0n).bai2;
    const own =
      entry.code !== null && TYPE.test(entry.code) && entry.code < '400' === entry.amount >= 0n;
    const text = [entry.counterpartyName, entry.description].filter((part) => part).join(' ');
    records.push(
      `16,${own ? entry.code : typeCode},${absolute(entry)},Z,${reference(entry.id)},${reference(entry.reference)},${cut(clean(text), 60)}/`,
    );
    total += absolute(entry);
  }
  records.push(`49,${total},${records.length + 1}/`);
  return { records, total };
}

/** BAI2: a group per day and currency, with the accounts that have entries that day. */
export const writeBai2: WrittenFormat = {
  period: 'day',
  takes: () => true,
  leavesOut: null,
  create: ({ created }) => {
    const file = level();
    let group: (Level & { day: string; currency: string }) | null = null;
    const endGroup = (): string => {
      if (group === null) return '';
      const records = group.records + 1;
      const line = `98,${group.total},${group.members},${records}/\n`;
      file.total += group.total;
      file.members++;
      file.records += records;
      group = null;
      return line;
    };
    const startGroup = ({ to: day, account: { currency } }: WrittenStatement): string => {
      const line = `${endGroup()}02,${CLIENT},${BANK},1,${yearMonthDay(day)},2400,${currency},2/\n`;
      group = { ...level(), records: 1, day, currency };
      return line;
    };
    return {
      headNeedsTotals: false,
      head: () => `01,${BANK},${CLIENT},${yearMonthDay(created)},2359,1,,,2/\n`,
      statement: (statement) => {
        const isSame = group?.day === statement.to && group.currency === statement.account.currency;
        const begin = isSame ? '' : startGroup(statement);
        const { records, total } = accountRecords(statement);
        group!.total += total;
        group!.members++;
        group!.records += records.length;
        return `${begin}${records.join('\n')}\n`;
      },
      tail: () => {
        const end = endGroup();
        return `${end}99,${file.total},${file.members},${file.records + 2}/\n`;
      },
    };
  },
};
