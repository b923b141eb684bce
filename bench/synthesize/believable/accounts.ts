import { type RandomStream, streamFor } from '../../../src/engines/random/stream.ts';
import {
  daysFromCivil,
  daysInMonth,
  formatIsoDate,
  weekdayOf,
} from '../../../src/shared/civil-date.ts';
import {
  type Cells,
  type FileKind,
  madeRows,
  money,
  ownValues,
  perValue,
  pick,
  pickRanked,
  rowsThat,
  share,
  tableOf,
} from './file-kind.ts';
import { FAMILY_NAMES, GIVEN_NAMES, pickTown } from './places.ts';

const START = daysFromCivil(2022, 1, 1);
const DAYS = 540;
const german = (value: number) => value.toFixed(2).replace('.', ',');
const number = (text: string | undefined) => Number((text ?? '').replace(',', '.'));
const germanDate = (days: number) => formatIsoDate(days).split('-').toReversed().join('.');
const SHOPS = [
  'REWE',
  'EDEKA',
  'LIDL',
  'ALDI SUED',
  'DM DROGERIE',
  'SHELL',
  'IKEA',
  'DB VERTRIEB GMBH',
];
const EMPLOYERS = [
  'Stadtwerke Neustadt GmbH',
  'Klinikum Nord gGmbH',
  'Weber Maschinenbau AG',
  'Landesschulamt',
  'Huber Logistik GmbH',
  'Sonnen Apotheke e.K.',
];

type Booking = { day: number; payee: string; text: string; kind: string; amount: number };

/** Days of a month's payment within the window, moved off weekends. */
function monthly(day: number): number[] {
  const days: number[] = [];
  for (let month = 0; month < 18; month++) {
    const [year, of] = [2022 + Math.floor(month / 12), (month % 12) + 1];
    const due = daysFromCivil(year, of, Math.min(day, daysInMonth(year, of)));
    days.push(weekdayOf(due) > 4 ? due + 7 - weekdayOf(due) : due);
  }
  return days;
}

function bookingsOf(random: RandomStream): Booking[] {
  const out: Booking[] = [];
  const repeat = (day: number, own: Omit<Booking, 'day' | 'amount'>, amount: () => number) => {
    for (const due of monthly(day)) out.push({ ...own, day: due, amount: amount() });
  };
  const pay = money(random, 1600, 5200);
  const employer = pick(random, EMPLOYERS);
  if (random.float() < 0.85)
    repeat(
      25 + random.below(4),
      { payee: employer, text: 'Lohn Gehalt', kind: 'GEHALT' },
      () => pay,
    );
  const landlord = `${pick(random, GIVEN_NAMES)} ${pickRanked(random, FAMILY_NAMES, 1)}`;
  const rent = -Math.round(pay * (0.2 + 0.15 * random.float()));
  repeat(1 + random.below(3), { payee: landlord, text: 'Miete', kind: 'DAUERAUFTRAG' }, () => rent);
  const power = -money(random, 40, 160);
  repeat(
    15,
    { payee: 'Stadtwerke Strom', text: 'Abschlag Strom', kind: 'LASTSCHRIFT' },
    () => power,
  );
  if (random.float() < 0.6)
    repeat(5, { payee: 'Telekom', text: 'Mobilfunk', kind: 'LASTSCHRIFT' }, () => -39.95);
  const gap = 2 + 9 * random.float();
  for (
    let day = gap * random.float();
    day < DAYS;
    day += 0.3 + -Math.log(1 - random.float()) * gap
  ) {
    const isCash = random.float() < 0.12;
    const payee = isCash ? 'Geldautomat' : pickRanked(random, SHOPS, 2);
    out.push({
      day: START + Math.floor(day),
      payee,
      text: isCash ? 'Auszahlung' : 'Kartenzahlung',
      kind: isCash ? 'BARGELD' : 'KARTE',
      amount: isCash ? -50 * (1 + random.below(6)) : -money(random, 3, 140),
    });
  }
  return out.sort((a, b) => a.day - b.day);
}

/** Statements of 120 German accounts, some 18,000 rows. */
export const germanStatement: FileKind = {
  name: 'German statement',
  entity: 'Konto',
  tables: (seed) => {
    const rows: Cells[] = [];
    for (let account = 0; account < 120; account++) {
      const random = streamFor(seed, account, 2);
      let balance = money(random, 100, 6000);
      for (const { day, payee, text, kind, amount } of bookingsOf(random)) {
        balance += amount;
        rows.push({
          Konto: String(1000 + account),
          Buchungstag: germanDate(day),
          Valuta: germanDate(day + (kind === 'KARTE' ? 1 : 0)),
          Buchungsart: kind,
          Empfaenger: payee,
          Verwendungszweck: text,
          Betrag: german(amount),
          Saldo: german(balance),
        });
      }
    }
    return { rows: tableOf(rows) };
  },
  lines: [
    share('balance follows', ({ rows }) =>
      balanceKept(rows!, 'Konto', { amount: 'Betrag', balance: 'Saldo' }),
    ),
    rowsThat(
      'pay is positive',
      (row) => number(row.Betrag) > 0,
      (row) => row.Buchungsart === 'GEHALT',
    ),
    rowsThat(
      'rent is negative',
      (row) => number(row.Betrag) < 0,
      (row) => row.Verwendungszweck === 'Miete',
    ),
    ownValues('Konto'),
    perValue('Empfaenger', 'Verwendungszweck', 200),
  ],
};

function balanceKept(
  rows: readonly Cells[],
  entity: string,
  { amount, balance }: { amount: string; balance: string },
): number {
  let [kept, steps] = [0, 0];
  for (const own of Map.groupBy(rows, (row) => row[entity]).values())
    for (let i = 1; i < own.length; i++) {
      const before = number(own[i - 1]![balance]);
      steps++;
      if (Math.abs(number(own[i]![balance]) - before - number(own[i]![amount])) < 0.006) kept++;
    }
  return kept / steps;
}

/** Bank's transactions of 2023 by day, domain and place: no weekends. */
export const weekdays: FileKind = {
  name: 'transactions of weekdays',
  tables: (seed) =>
    madeRows(seed, 2512, (random) => {
      const week = daysFromCivil(2023, 1, 2) + 7 * random.below(51);
      const day = week + (random.float() < 0.43 ? 0 : 1 + random.below(4));
      const domain = pick(random, ['RETAIL', 'PUBLIC', 'INVESTMENTS', 'EDUCATION', 'MEDICAL']);
      return {
        Date: formatIsoDate(day),
        Domain: domain,
        Location: pickTown(random).city,
        Value: String(300_000 + random.below(900_000)),
        Transaction_count: String(500 + random.below(2000)),
      };
    }),
  lines: [
    rowsThat('no weekend', (row) => weekdayOf(dayOf(row.Date)) < 5),
    share(
      'Mondays',
      ({ rows }) => rows!.filter((row) => weekdayOf(dayOf(row.Date)) === 0).length / rows!.length,
      0.04,
    ),
  ],
};

const dayOf = (text: string | undefined) => {
  const [year, month, day] = (text ?? '').split('-').map(Number);
  return daysFromCivil(year!, month!, day!);
};

/** Statement of a hundred Australian customers: two columns of one day, suburbs of states. */
export const suburbs: FileKind = {
  name: 'statement with suburbs',
  entity: 'account',
  tables: (seed) => {
    const rows: Cells[] = [];
    for (let customer = 0; customer < 100; customer++) {
      const random = streamFor(seed, customer, 3);
      const own = {
        name: pick(random, GIVEN_NAMES),
        gender: pick(random, ['M', 'F']),
        age: String(18 + random.below(50)),
      };
      const pay = money(random, 900, 3600);
      const town = pickTown(random);
      const near = Array.from({ length: 8 }, () => pickTown(random));
      const payDay = random.below(5);
      let balance = money(random, 200, 15_000);
      for (let day = 0; day < 92; day++) {
        const date = daysFromCivil(2018, 8, 1) + day;
        const isPay = weekdayOf(date) === payDay && Math.floor(day / 7) % 2 === 0;
        const count = Math.floor(-Math.log(1 - random.float()) * 1.2);
        for (let i = 0; i < count + Number(isPay); i++) {
          const salary = isPay && i === 0;
          const kind = salary
            ? 'PAY/SALARY'
            : pick(random, ['POS', 'SALES-POS', 'SALES-POS', 'PAYMENT', 'INTER BANK']);
          const isCard = /POS/.test(kind);
          const amount = salary ? pay : money(random, 4, 180);
          const shop = random.float() < 0.5 ? town : pickRanked(random, near, 1.5);
          balance += salary ? amount : -amount;
          rows.push({
            status: isCard ? 'authorized' : 'posted',
            card_present_flag: isCard ? String(Number(random.float() < 0.8)) : '',
            account: `ACC-${1_222_300_524 + 7919 * customer}`,
            long_lat: `${(140 + ((town.city.length * 7 + customer) % 13)).toFixed(2)} -${(30 + (customer % 9)).toFixed(2)}`,
            txn_description: kind,
            merchant_suburb: isCard ? shop.city : '',
            merchant_state: isCard ? shop.state : '',
            first_name: own.name,
            gender: own.gender,
            age: own.age,
            balance: balance.toFixed(2),
            date: formatIsoDate(date),
            extraction: `${formatIsoDate(date)}T${String(random.below(24)).padStart(2, '0')}:${String(random.below(60)).padStart(2, '0')}:00.000+0000`,
            amount: amount.toFixed(2),
            customer_id: `CUS-${2_487_424_745 - 104_729 * customer}`,
            movement: salary ? 'credit' : 'debit',
          });
        }
      }
    }
    return { rows: tableOf(rows) };
  },
  lines: [
    rowsThat('date = day of extraction', (row) => row.extraction!.startsWith(row.date!)),
    perValue('merchant_state', 'merchant_suburb'),
    perValue('gender', 'account'),
    perValue('first_name', 'account'),
    perValue('customer_id', 'account'),
    rowsThat(
      'pay is a credit',
      (row) => row.movement === 'credit',
      (row) => row.txn_description === 'PAY/SALARY',
    ),
    share('balance follows', ({ rows }) => signedBalance(rows!)),
  ],
};

function signedBalance(rows: readonly Cells[]): number {
  const signed = rows.map((row) => ({
    ...row,
    amount: `${row.movement === 'debit' ? '-' : ''}${row.amount}`,
  }));
  return balanceKept(signed, 'account', { amount: 'amount', balance: 'balance' });
}
