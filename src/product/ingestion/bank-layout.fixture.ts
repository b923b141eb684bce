import { streamFor } from '../../engines/random/stream.ts';
import { ibanOf } from './iban.fixture.ts';

export type BankLayout = {
  name: string;
  delimiter: 'comma' | 'semicolon';
  /** PHP date format: d m Y H i s. */
  date: string;
  header: boolean;
  roles: string[];
};

export const layoutsFrom = (text: string): BankLayout[] =>
  text
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.split('\t'))
    .map(([name, delimiter, date, header, roles]) => ({
      name: name!,
      delimiter: delimiter as BankLayout['delimiter'],
      date: date!,
      header: header === 'yes',
      roles: roles!.split(' '),
    }));

/** One movement of the account; negative cents are debits. */
export type Movement = {
  day: Date;
  value: Date;
  cents: number;
  balance: number;
  name: string;
  text: string;
  category: string;
  account: string;
  bic: string;
  id: string;
};

const PARTNERS: readonly [name: string, text: string, category: string, cents: number][] = [
  ['Northwind Payroll', 'SALARY PAYMENT', 'Income', 285_000],
  ['Harbor Homes', 'RENT FLAT 12 DIRECT DEBIT', 'Housing', -98_000],
  ['Corner Grocer', 'CARD PURCHASE GROCERIES', 'Groceries', -4_312],
  ['Hill Fuel', 'CARD PURCHASE FUEL STATION', 'Transport', -6_120],
  ['City Power', 'DIRECT DEBIT ELECTRICITY', 'Utilities', -7_450],
  ['Blue Table', 'CARD PURCHASE RESTAURANT', 'Eating out', -3_205],
  ['Anna Berger', 'TRANSFER THANK YOU FOR DINNER', 'Transfers', 2_500],
  ['Loom Clothing', 'ONLINE PURCHASE ORDER', 'Shopping', -5_990],
  ['Oak Pharmacy', 'CARD PURCHASE PHARMACY', 'Health', -1_875],
  ['Peter Vance', 'TRANSFER SHARED HOLIDAY', 'Transfers', -12_000],
  ['Tax Office', 'REFUND REFERENCE', 'Income', 15_240],
  ['Fair Travel', 'ONLINE PURCHASE TICKET', 'Travel', -18_460],
];

const DAY = 86_400_000;

export function movementsOfAccount(seed: bigint, count = 240): Movement[] {
  const random = streamFor(seed, 0, 1);
  let balance = 250_000;
  let day = Date.UTC(2025, 0, 2);
  return Array.from({ length: count }, (_, i) => {
    day += Math.floor(random.float() * 3) * DAY;
    const partner = Math.floor(random.float() ** 1.3 * PARTNERS.length);
    const [name, text, category, usual] = PARTNERS[partner]!;
    const cents = Math.round(usual * (0.6 + 0.8 * random.float())) || usual;
    balance += cents;
    return {
      day: new Date(day),
      value: new Date(day + (random.float() < 0.3 ? DAY : 0)),
      cents,
      balance,
      name,
      text: `${text} ${1000 + Math.floor(random.float() * 9000)}`,
      category,
      account: ibanOf(partner + 1),
      bic: `BANK${'ABCDEFGHIJKL'[partner]}EFFXXX`.slice(0, 11).replace(/^(.{6})./, '$1F'),
      id: `T${20250000 + i}`,
    };
  });
}

const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');

function dayText(day: Date, format: string): string {
  const two = (number: number) => String(number).padStart(2, '0');
  const parts: Record<string, string> = {
    d: two(day.getUTCDate()),
    j: String(day.getUTCDate()),
    m: two(day.getUTCMonth() + 1),
    n: String(day.getUTCMonth() + 1),
    M: MONTHS[day.getUTCMonth()]!,
    Y: String(day.getUTCFullYear()),
    y: two(day.getUTCFullYear() % 100),
    H: two(day.getUTCDate() % 24),
    i: two(day.getUTCDate() + 13),
    s: '07',
  };
  return format.replace(/[A-Za-z]/g, (letter) => parts[letter]!);
}

/** Layouts with a decimal point instead of 1.234,56. */
const POINT = /^(ca|gb|ie|in|nz|us|mx|firefly-iii|other-software|lt)\//;

function money(cents: number, layout: string): string {
  const text = (cents / 100).toFixed(2);
  return POINT.test(layout) ? text : text.replace('.', ',');
}

const SIDES: Record<string, [debit: string, credit: string]> = {
  'ing-debit-credit': ['Af', 'Bij'],
  'rabo-debit-credit': ['D', 'K'],
};

const OWN = { iban: ibanOf(77), number: '20-45-77 12345678', name: 'Everyday account' };

function cell(role: string, movement: Movement, layout: BankLayout): string {
  const { name } = layout;
  const hasDirection = layout.roles.some((other) => other in SIDES);
  const hasCredit =
    layout.roles.includes('amount_credit') || layout.roles.includes('credit_amount');
  const absolute = money(Math.abs(movement.cents), name);
  const leaves = movement.cents < 0;
  switch (role) {
    case 'account-iban':
      return OWN.iban;
    case 'account-number':
      return OWN.number;
    case 'account-name':
      return OWN.name;
    case 'account-bic':
      return 'OWNADEFFXXX';
    case 'date_transaction':
    case 'date':
    case 'date_payment':
    case 'date_book':
    case 'date_invoice':
      return dayText(movement.day, layout.date);
    case 'date_process':
    case 'date_interest':
    case 'value_dat':
      return dayText(movement.value, layout.date);
    case 'amount':
      return hasDirection ? absolute : money(movement.cents, name);
    case 'amount_negated':
      return money(-movement.cents, name);
    case 'amount_debit':
    case 'debit_amount':
      return hasCredit ? (leaves ? absolute : '') : money(-movement.cents, name);
    case 'amount_credit':
    case 'credit_amount':
      return leaves ? '' : absolute;
    case 'closing_balance':
      return money(movement.balance, name);
    case 'currency-code':
      return 'EUR';
    case 'description':
    case 'narration':
    case 'note':
      return movement.text + (role === 'note' ? ' OK' : '');
    case 'opposing-name':
      return movement.name;
    case 'opposing-iban':
    case 'opposing-number':
      return movement.account;
    case 'opposing-bic':
      return movement.bic;
    case 'category-name':
    case 'budget-name':
    case 'tags-comma':
    case 'tags-space':
      return movement.category;
    case 'external-id':
    case 'internal_reference':
    case 'chq/ref_number':
    case 'sepa_ct_op':
    case 'sepa_ct_id':
      return movement.id + role.length;
    case 'sepa_db':
      return `M-${movement.account.slice(-6)}`;
    case 'sepa_ci':
      return `DE98ZZZ0${movement.account.slice(-8)}`;
    case '_ignore':
      return '';
    default: {
      const sides = SIDES[role];
      if (sides === undefined) throw new Error(`no value for ${role}`);
      return sides[leaves ? 0 : 1];
    }
  }
}

export function statementOf(
  layout: BankLayout,
  movements: readonly Movement[],
  headers: readonly string[],
): string {
  const mark = layout.delimiter === 'comma' ? ',' : ';';
  const quoted = (text: string) =>
    text.includes(mark) || text.includes('"') ? `"${text.replaceAll('"', '""')}"` : text;
  const rows = movements.map((movement) =>
    layout.roles.map((role) => cell(role, movement, layout)),
  );
  const lines = layout.header ? [headers, ...rows] : rows;
  return `${lines.map((values) => values.map(quoted).join(mark)).join('\r\n')}\r\n`;
}
