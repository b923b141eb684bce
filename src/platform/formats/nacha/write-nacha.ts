import { AppError } from '../../../shared/errors.ts';
import { toMinorUnits } from '../amount.ts';
import type {
  WrittenAccount,
  WrittenEntry,
  WrittenFormat,
  WrittenStatement,
} from '../write/statement.ts';
import { cut, toAscii } from '../write/text.ts';
import { addTotals, type NachaTotals, noTotals } from './totals.ts';

const BLOCK = 10;
const LENGTH = 94;
const MAX_ENTRY_CENTS = 10n ** 10n;
const MAX_TOTAL_CENTS = 10n ** 12n;
/** Routing number of no real bank: it begins with 99 and has a valid check digit. */
const ORIGIN = '990000000';
const COMPANY = 'SYNTHETIC BANK';
const COMPANY_ID = '9900000000';

const leftAligned = (text: string, width: number): string =>
  cut(toAscii(text), width).padEnd(width, ' ');
const right = (value: bigint | number, width: number): string => String(value).padStart(width, '0');
const yearMonthDay = (day: string): string => day.slice(2, 10).replaceAll('-', '');
const isSavings = ({ type }: WrittenAccount): boolean => type === 'savings';

/** Accepts US dollars to a bank with a routing number; if the source has channels, only ACH. */
const takes = (
  { currency, bank, number }: WrittenAccount,
  { amount, channel }: WrittenEntry,
): boolean =>
  currency === 'USD' &&
  /^\d{9}$/.test(bank ?? '') &&
  number.length <= 17 &&
  (channel === null || channel === 'ACH') &&
  amount !== 0n &&
  amount > -MAX_ENTRY_CENTS * 1000n &&
  amount < MAX_ENTRY_CENTS * 1000n;

function entryRecords(
  account: WrittenAccount,
  entry: WrittenEntry,
  sequence: number,
  totals: NachaTotals,
): string[] {
  const cents = toMinorUnits(entry.amount < 0n ? -entry.amount : entry.amount, 2)!;
  const credit = entry.amount > 0n;
  const code = (isSavings(account) ? 30 : 20) + (credit ? 2 : 7);
  const bank = account.bank!;
  const trace = ORIGIN.slice(0, 8) + right(sequence, 7);
  const text = [entry.counterpartyName, entry.description].filter((part) => part).join(' ');
  addTotals(totals, {
    count: 2,
    hash: BigInt(bank.slice(0, 8)),
    debits: credit ? 0n : cents,
    credits: credit ? cents : 0n,
  });
  return [
    `6${code}${bank}${leftAligned(account.number, 17)}${right(cents, 10)}${leftAligned(entry.id.slice(-15), 15)}${leftAligned(account.holder ?? account.id, 22)}  1${trace}`,
    `705${leftAligned(text || entry.id, 80)}0001${trace.slice(-7)}`,
  ];
}

const control = (totals: NachaTotals, count: number): string =>
  `${right(totals.count, count)}${right(totals.hash % 10n ** 10n, 10)}${right(totals.debits, 12)}${right(totals.credits, 12)}`;

/** Nacha ACH: entries (PPD) by ACH on dollar accounts, one batch per account and day. */
export const writeNacha: WrittenFormat = {
  period: 'day',
  takes,
  leavesOut: 'ACH files contain only ACH entries of US dollar accounts',
  create: ({ created }) => {
    const totals = noTotals();
    let batches = 0;
    let sequence = 0;
    let records = 1;
    const batchOf = ({ account, entries, to }: WrittenStatement): string => {
      batches++;
      const own = noTotals();
      const number = ORIGIN.slice(0, 8) + right(batches, 7);
      const lines = entries.flatMap((entry) => entryRecords(account, entry, ++sequence, own));
      const date = yearMonthDay(to);
      const all = [
        `5200${leftAligned(COMPANY, 16)}${leftAligned('', 20)}${COMPANY_ID}PPD${leftAligned('STATEMENT', 10)}${date}${date}   1${number}`,
        ...lines,
        `8200${control(own, 6)}${COMPANY_ID}${leftAligned('', 25)}${number}`,
      ];
      records += all.length;
      addTotals(totals, own);
      if (totals.debits >= MAX_TOTAL_CENTS || totals.credits >= MAX_TOTAL_CENTS)
        throw new AppError(
          'too_large',
          'The total of one ACH file exceeds 12 digits of cents. Export a shorter period or fewer accounts.',
        );
      return `${all.join('\n')}\n`;
    };
    return {
      headNeedsTotals: false,
      head: () =>
        `101 ${ORIGIN} ${ORIGIN}${yearMonthDay(created)}2359A094101${leftAligned('SYNTHETIC BANK', 23)}${leftAligned('SYNTHETIC BANKING SANDBOX', 23)}${leftAligned('', 8)}\n`,
      statement: (statement) => (statement.entries.length === 0 ? '' : batchOf(statement)),
      tail: () => {
        records++;
        const blocks = Math.ceil(records / BLOCK);
        const end = `9${right(batches, 6)}${right(blocks, 6)}${control(totals, 8)}${leftAligned('', 39)}\n`;
        return end + `${'9'.repeat(LENGTH)}\n`.repeat(blocks * BLOCK - records);
      },
    };
  },
};
