import { type RandomStream, streamFor } from '../../../src/engines/random/stream.ts';
import { daysFromCivil, formatIsoDate, weekdayOf } from '../../../src/shared/civil-date.ts';
import {
  type Cells,
  type FileKind,
  perValue,
  pick,
  rowsThat,
  share,
  tableOf,
} from './file-kind.ts';

const START = daysFromCivil(2023, 1, 1);
const DAYS = 730;
const END = START + DAYS;
const PLACES = [
  { country: 'DE', currency: 'EUR', rate: 1 },
  { country: 'PL', currency: 'PLN', rate: 4.35 },
  { country: 'CH', currency: 'CHF', rate: 0.955 },
  { country: 'GB', currency: 'GBP', rate: 0.856 },
  { country: 'US', currency: 'USD', rate: 1.082 },
  { country: 'CZ', currency: 'CZK', rate: 25.1 },
];
const LATE: Readonly<Record<string, number>> = { A: 0.1, B: 0.3, C: 0.6 };
const LEVELS = [
  { from: 0, fee: 0 },
  { from: 8, fee: 5 },
  { from: 22, fee: 15 },
  { from: 45, fee: 40 },
];

const normal = (random: RandomStream) =>
  Math.sqrt(-2 * Math.log(1 - random.float())) * Math.cos(2 * Math.PI * random.float());

/** Exchange rates of each day: public, and the same in every file. */
const RATES = PLACES.map(({ rate }, i) => {
  const random = streamFor(81n, i, 0);
  let at = rate;
  return Array.from({ length: DAYS }, () => {
    if (rate !== 1) at *= 1 + 0.003 * normal(random);
    return Number(at.toFixed(4));
  });
});

function invoicesOf(random: RandomStream, i: number): { day: number; cells: Cells }[] {
  const place = random.below(PLACES.length);
  const { country, currency, rate } = PLACES[place]!;
  const rating = pick(random, ['A', 'A', 'B', 'B', 'C']);
  const terms = pick(random, [14, 30, 30, 60, 90]);
  const usual = Math.exp(7 + normal(random));
  const rows: { day: number; cells: Cells }[] = [];
  for (let day = START + random.below(30); day < END - 10; day += 3 + random.below(22)) {
    if (weekdayOf(day) > 4) continue;
    const fx = RATES[place]![day - START]!;
    const amount = (usual * rate * Math.exp(0.4 * normal(random))).toFixed(2);
    const isLate = random.float() < LATE[rating]!;
    const late = isLate ? 1 + Math.floor(-25 * Math.log(1 - random.float())) : 0;
    const due = day + terms;
    const paid = isLate ? due + late : due - random.below(10);
    const isOpen = paid > END;
    const overdue = isOpen ? Math.max(0, END - due) : late;
    const level = LEVELS.findLastIndex(({ from }) => overdue >= from);
    rows.push({
      day,
      cells: {
        customer_no: `C${10_000 + 7 * i}`,
        country,
        rating,
        invoice_date: formatIsoDate(day),
        terms_days: String(terms),
        due_date: formatIsoDate(due),
        currency,
        amount,
        fx_rate: fx.toFixed(rate === 1 ? 0 : 4),
        amount_eur: (Number(amount) / fx).toFixed(2),
        paid_date: isOpen ? '' : formatIsoDate(paid),
        days_overdue: String(overdue),
        reminder_level: String(level),
        reminder_fee: LEVELS[level]!.fee.toFixed(2),
        status: isOpen ? 'open' : 'paid',
      },
    });
  }
  return rows;
}

const days = (text: string | undefined) => Date.parse(text ?? '') / 86_400_000;
const isPaid = ({ status }: Cells) => status === 'paid';

/** Invoices of a firm in six currencies, listed by date under running numbers. */
export const invoices: FileKind = {
  name: 'invoices in six currencies',
  entity: 'customer_no',
  tables: (seed) => {
    const rows = Array.from({ length: 180 }, (_, i) => invoicesOf(streamFor(seed, i, 8), i)).flat();
    let number = 200_000;
    const listed = rows
      .sort((a, b) => a.day - b.day)
      .map(({ cells }): Cells => ({ invoice_no: String(++number), ...cells }));
    return { rows: tableOf(listed) };
  },
  lines: [
    rowsThat(
      'days overdue = days from due to paid, or 0',
      (row) => Number(row.days_overdue) === Math.max(0, days(row.paid_date) - days(row.due_date)),
      isPaid,
    ),
    rowsThat('paid after the invoice', (row) => row.paid_date! >= row.invoice_date!, isPaid),
    rowsThat('paid within the file', (row) => days(row.paid_date) <= END, isPaid),
    rowsThat(
      'reminder fee of its level',
      (row) => Number(row.reminder_fee) === LEVELS[Number(row.reminder_level)]!.fee,
    ),
    rowsThat(
      'amount in EUR by the rate',
      (row) => Math.abs(Number(row.amount) / Number(row.fx_rate) - Number(row.amount_eur)) < 0.011,
    ),
    rowsThat('rate within a tenth of its currency', (row) => {
      const { rate } = PLACES.find(({ currency }) => currency === row.currency)!;
      return Math.abs(Number(row.fx_rate) / rate - 1) < 0.1;
    }),
    {
      name: 'rates of a currency on one day',
      of: ({ rows }) => {
        const groups = Map.groupBy(rows!, (row) => `${row.currency} ${row.invoice_date}`);
        const counts = [...groups.values()].map(
          (own) => new Set(own.map((row) => row.fx_rate)).size,
        );
        return counts.reduce((sum, count) => sum + count, 0) / counts.length;
      },
      within: 0.02,
      kind: 'number',
    },
    share('numbers that follow the row before', ({ rows }) => {
      const following = rows!.filter(
        (row, i) => i > 0 && Number(row.invoice_no) > Number(rows![i - 1]!.invoice_no),
      );
      return following.length / (rows!.length - 1);
    }),
    share('open', ({ rows }) => rows!.filter((row) => !isPaid(row)).length / rows!.length),
    perValue('terms_days', 'customer_no'),
    perValue('currency', 'country'),
  ],
};
