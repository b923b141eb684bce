import {
  civilFromDays,
  daysFromCivil,
  daysInMonth,
  formatIsoDate,
  parseIsoDate,
  weekdayOf,
} from '../../../shared/civil-date.ts';
import { type RandomStream, streamFor } from '../../random/stream.ts';
import { formatTable } from '../../table/format-table.ts';
import { parseColumns } from '../../table/parse-columns.ts';
import type { Table } from '../../table/table.ts';
import { installmentOf, roundAmount } from './laws/amount-law.ts';

type Cells = Readonly<Record<string, string>>;

/** Rule of a trade: its sentence, the rows it is about, and whether such a row keeps it. */
export type PlantedRule = {
  sentence: string;
  applies?: (row: Cells) => boolean;
  holds: (row: Cells) => boolean;
};

export type PlantedFile = { name: string; table: Table; rules: PlantedRule[] };

const cents = (value: number) => roundAmount(value, 2).toFixed(2);
const money = (random: RandomStream, low: number, high: number) =>
  roundAmount(low + (high - low) * random.float() ** 2, 2);
const pick = <T>(random: RandomStream, list: readonly T[]): T => list[random.below(list.length)]!;

const isWeekday = (days: number) => weekdayOf(days) < 5;

function businessDaysAfter(days: number, count: number): number {
  let day = days;
  for (let left = count; left > 0; left -= Number(isWeekday(day))) day++;
  return day;
}

function monthsAfter(days: number, months: number): number {
  const { year, month, day } = civilFromDays(days);
  const there = year * 12 + month - 1 + months;
  const [toYear, toMonth] = [Math.floor(there / 12), (there % 12) + 1];
  return daysFromCivil(toYear, toMonth, Math.min(day, daysInMonth(toYear, toMonth)));
}

function monthEnd(days: number): number {
  const { year, month } = civilFromDays(days);
  return daysFromCivil(year, month, daysInMonth(year, month));
}

const firstOfMonth = (days: number) => days - civilFromDays(days).day + 1;

const START = daysFromCivil(2021, 1, 1);
const anyDay = (random: RandomStream) => START + random.below(1300);
const weekday = (random: RandomStream) => {
  const day = anyDay(random);
  return isWeekday(day) ? day : day + 2;
};

/** Compares an amount of a row with the expected one, to a cent. */
const is =
  (name: string, expected: (n: (column: string) => number, row: Cells) => number) => (row: Cells) =>
    Math.abs(
      Number(row[name]) -
        roundAmount(
          expected((column) => Number(row[column]), row),
          2,
        ),
    ) < 0.0101;

const where = (column: string, word: string) => (row: Cells) => row[column] === word;
const dayOf = (row: Cells, column: string) => parseIsoDate(row[column]!);
const isEmpty = (column: string) => (row: Cells) => (row[column] ?? '') === '';

function fileOf(
  name: string,
  rules: PlantedRule[],
  make: (random: RandomStream, i: number) => Cells,
  rows = 4000,
): PlantedFile {
  const records = Array.from({ length: rows }, (_, i) =>
    make(streamFor(BigInt(name.length + 977 * name.charCodeAt(0)), i, 1), i),
  );
  const names = Object.keys(records[0]!);
  const columns = names.map((column) => records.map((record) => record[column]!));
  return { name, table: parseColumns(names, columns), rules };
}

const claims = () =>
  fileOf(
    'insurance claims',
    [
      {
        sentence: 'paid = min(max(0, claimed − deductible), limit) where status is closed',
        applies: where('status', 'closed'),
        holds: is('paid', (n) => Math.min(Math.max(0, n('claimed') - n('deductible')), n('limit'))),
      },
      {
        sentence: 'paid = 0 where status is denied or open',
        applies: (row) => row.status !== 'closed',
        holds: is('paid', () => 0),
      },
      {
        sentence: 'reserve = 0 where status is closed or denied',
        applies: (row) => row.status !== 'open',
        holds: is('reserve', () => 0),
      },
      {
        sentence: 'reserve = claimed × 0.8 where status is open',
        applies: where('status', 'open'),
        holds: is('reserve', (n) => 0.8 * n('claimed')),
      },
      {
        sentence: 'incurred = paid + reserve',
        holds: is('incurred', (n) => n('paid') + n('reserve')),
      },
      {
        sentence: 'closed_on is empty where status is open',
        applies: where('status', 'open'),
        holds: isEmpty('closed_on'),
      },
    ],
    (random) => {
      const status = pick(random, ['closed', 'closed', 'closed', 'open', 'denied']);
      const claimed = money(random, 100, 20_000);
      const deductible = pick(random, [250, 500, 1000, 2500]);
      const limit = pick(random, [5000, 10_000, 15_000]);
      const paid = status === 'closed' ? Math.min(Math.max(0, claimed - deductible), limit) : 0;
      const reserve = status === 'open' ? roundAmount(0.8 * claimed, 2) : 0;
      const reported = anyDay(random);
      return {
        reported: formatIsoDate(reported),
        closed_on: status === 'open' ? '' : formatIsoDate(reported + 3 + random.below(200)),
        peril: pick(random, ['water', 'fire', 'theft', 'storm']),
        status,
        claimed: cents(claimed),
        deductible: String(deductible),
        limit: String(limit),
        paid: cents(paid),
        reserve: cents(reserve),
        incurred: cents(paid + reserve),
      };
    },
  );

const loans = () =>
  fileOf(
    'loan schedule',
    [
      {
        sentence: 'payment repays amount at rate in months',
        holds: is('payment', (n) => installmentOf(n('amount'), n('rate') / 1200, n('months'))),
      },
      {
        sentence: 'interest = rate × opening / 1200',
        holds: is('interest', (n) => (n('opening') * n('rate')) / 1200),
      },
      {
        sentence: 'principal = payment − interest',
        holds: is('payment', (n) => n('principal') + n('interest')),
      },
      {
        sentence: 'closing = opening − principal',
        holds: is('opening', (n) => n('closing') + n('principal')),
      },
      {
        sentence: 'due is the first of the month, 2 months after signed',
        holds: (row) => dayOf(row, 'due') === firstOfMonth(monthsAfter(dayOf(row, 'signed'), 2)),
      },
      {
        sentence: 'reviewed is the last of the month of signed',
        holds: (row) => dayOf(row, 'reviewed') === monthEnd(dayOf(row, 'signed')),
      },
    ],
    (random) => {
      const signed = anyDay(random);
      const amount = 1000 + 100 * random.below(400);
      const rate = (300 + random.below(900)) / 100;
      const months = pick(random, [24, 36, 48, 60]);
      const payment = roundAmount(installmentOf(amount, rate / 1200, months), 2);
      const opening = roundAmount(amount * (0.15 + 0.85 * random.float()), 2);
      const interest = roundAmount((opening * rate) / 1200, 2);
      const principal = roundAmount(payment - interest, 2);
      return {
        signed: formatIsoDate(signed),
        due: formatIsoDate(firstOfMonth(monthsAfter(signed, 2))),
        reviewed: formatIsoDate(monthEnd(signed)),
        purpose: pick(random, ['car', 'home', 'education']),
        amount: String(amount),
        rate: rate.toFixed(2),
        months: String(months),
        opening: cents(opening),
        interest: cents(interest),
        principal: cents(principal),
        payment: cents(payment),
        closing: cents(opening - principal),
      };
    },
  );

const TAXES = { standard: 0.19, reduced: 0.07, exempt: 0 } as const;

const invoices = () =>
  fileOf(
    'invoice with tax',
    [
      {
        sentence: 'net = quantity × unit_price',
        holds: is('net', (n) => n('unit_price') * n('quantity')),
      },
      {
        sentence: 'discount = net × 0.05 where customer_class is gold',
        applies: where('customer_class', 'gold'),
        holds: is('discount', (n) => 0.05 * n('net')),
      },
      {
        sentence: 'discount = 0 where customer_class is standard',
        applies: where('customer_class', 'standard'),
        holds: is('discount', () => 0),
      },
      {
        sentence: 'tax = taxable × 0.19 where tax_class is standard',
        applies: where('tax_class', 'standard'),
        holds: is('tax', (n) => 0.19 * n('taxable')),
      },
      {
        sentence: 'tax = taxable × 0.07 where tax_class is reduced',
        applies: where('tax_class', 'reduced'),
        holds: is('tax', (n) => 0.07 * n('taxable')),
      },
      {
        sentence: 'tax = 0 where tax_class is exempt',
        applies: where('tax_class', 'exempt'),
        holds: is('tax', () => 0),
      },
      {
        sentence: 'taxable = net − discount',
        holds: is('net', (n) => n('taxable') + n('discount')),
      },
      { sentence: 'gross = taxable + tax', holds: is('gross', (n) => n('taxable') + n('tax')) },
      {
        sentence: 'due is terms days after invoiced',
        holds: (row) =>
          dayOf(row, 'due') === dayOf(row, 'invoiced') + Number(row.terms!.replace('net ', '')),
      },
      {
        sentence: 'invoiced is never on Saturday or Sunday',
        holds: (row) => isWeekday(dayOf(row, 'invoiced')),
      },
    ],
    (random) => {
      const quantity = 1 + random.below(40);
      const price = money(random, 2, 400);
      const net = roundAmount(quantity * price, 2);
      const customer = pick(random, ['gold', 'standard', 'standard']);
      const discount = customer === 'gold' ? roundAmount(0.05 * net, 2) : 0;
      const taxable = roundAmount(net - discount, 2);
      const taxClass = pick(random, ['standard', 'standard', 'reduced', 'exempt'] as const);
      const tax = roundAmount(TAXES[taxClass] * taxable, 2);
      const invoiced = weekday(random);
      const days = pick(random, [14, 30]);
      return {
        invoiced: formatIsoDate(invoiced),
        terms: `net ${days}`,
        due: formatIsoDate(invoiced + days),
        customer_class: customer,
        quantity: String(quantity),
        unit_price: cents(price),
        net: cents(net),
        discount: cents(discount),
        taxable: cents(taxable),
        tax_class: taxClass,
        tax: cents(tax),
        gross: cents(taxable + tax),
      };
    },
  );

const INTERCHANGE = { USD: 0.0165, GBP: 0.012, CHF: 0.0185 } as const;
const RATES = { USD: 0.92, GBP: 1.17, CHF: 1.04 } as const;

const cards = () =>
  fileOf(
    'card with fee and FX',
    [
      {
        sentence: 'billed = amount × fx_rate',
        holds: is('billed', (n) => n('amount') * n('fx_rate')),
      },
      {
        sentence: 'fee = max(2, billed × 0.0175) where kind is cash',
        applies: where('kind', 'cash'),
        holds: is('fee', (n) => Math.max(2, 0.0175 * n('billed'))),
      },
      {
        sentence: 'fee = 0 where kind is purchase',
        applies: where('kind', 'purchase'),
        holds: is('fee', () => 0),
      },
      { sentence: 'total = billed + fee', holds: is('total', (n) => n('billed') + n('fee')) },
      ...(['USD', 'GBP', 'CHF'] as const).map((currency) => ({
        sentence: `interchange = amount × ${INTERCHANGE[currency]} + 0.15 where currency is ${currency}`,
        applies: where('currency', currency),
        holds: is('interchange', (n) => n('amount') * INTERCHANGE[currency] + 0.15),
      })),
      {
        sentence: 'posted is 1 day after booked',
        holds: (row) => dayOf(row, 'posted') === dayOf(row, 'booked') + 1,
      },
    ],
    (random) => {
      const currency = pick(random, ['USD', 'GBP', 'CHF'] as const);
      const rate = roundAmount(RATES[currency] * (0.95 + 0.1 * random.float()), 4);
      const amount = money(random, 5, 1500);
      const billed = roundAmount(amount * rate, 2);
      const kind = pick(random, ['cash', 'purchase', 'purchase']);
      const fee = kind === 'cash' ? Math.max(2, roundAmount(0.0175 * billed, 2)) : 0;
      const booked = anyDay(random);
      return {
        booked: formatIsoDate(booked),
        posted: formatIsoDate(booked + 1),
        kind,
        currency,
        amount: cents(amount),
        fx_rate: rate.toFixed(4),
        billed: cents(billed),
        fee: cents(fee),
        total: cents(billed + fee),
        interchange: cents(roundAmount(amount * INTERCHANGE[currency] + 0.15, 2)),
      };
    },
  );

const TAX_SHARES = { I: 0.22, III: 0.14, V: 0.35 } as const;

const payroll = () =>
  fileOf(
    'payroll',
    [
      { sentence: 'base = hours × hourly', holds: is('base', (n) => n('hours') * n('hourly')) },
      {
        sentence: 'overtime_pay = hourly × overtime × 1.5',
        holds: is('overtime_pay', (n) => 1.5 * n('hourly') * n('overtime')),
      },
      {
        sentence: 'gross = base + overtime_pay + bonus',
        holds: is('gross', (n) => n('base') + n('overtime_pay') + n('bonus')),
      },
      ...(['I', 'III', 'V'] as const).map((tax_class) => ({
        sentence: `tax = gross × ${TAX_SHARES[tax_class]} where tax_class is ${tax_class}`,
        applies: where('tax_class', tax_class),
        holds: is('tax', (n) => TAX_SHARES[tax_class] * n('gross')),
      })),
      {
        sentence: 'social = min(gross × 0.093, 480)',
        holds: is('social', (n) => Math.min(0.093 * n('gross'), 480)),
      },
      { sentence: 'pension = gross × 0.05', holds: is('pension', (n) => 0.05 * n('gross')) },
      {
        sentence: 'net = gross − tax − social − pension',
        holds: is('net', (n) => n('gross') - n('tax') - n('social') - n('pension')),
      },
      {
        sentence: 'paid_on is always the last day of a month',
        holds: (row) => dayOf(row, 'paid_on') === monthEnd(dayOf(row, 'paid_on')),
      },
    ],
    (random) => {
      const hours = 80 + random.below(90);
      const hourly = (1500 + random.below(3500)) / 100;
      const base = roundAmount(hours * hourly, 2);
      const overtime = random.below(3) === 0 ? 0 : random.below(20);
      const overtimePay = roundAmount(1.5 * hourly * overtime, 2);
      const bonus = random.below(4) === 0 ? money(random, 50, 1500) : 0;
      const gross = roundAmount(base + overtimePay + bonus, 2);
      const taxClass = pick(random, ['I', 'III', 'V'] as const);
      const tax = roundAmount(TAX_SHARES[taxClass] * gross, 2);
      const social = Math.min(roundAmount(0.093 * gross, 2), 480);
      const pension = roundAmount(0.05 * gross, 2);
      return {
        paid_on: formatIsoDate(monthEnd(anyDay(random))),
        department: pick(random, ['sales', 'claims', 'it', 'branch']),
        tax_class: taxClass,
        hours: String(hours),
        hourly: hourly.toFixed(2),
        base: cents(base),
        overtime: String(overtime),
        overtime_pay: cents(overtimePay),
        bonus: cents(bonus),
        gross: cents(gross),
        tax: cents(tax),
        social: cents(social),
        pension: cents(pension),
        net: cents(gross - tax - social - pension),
      };
    },
  );

const trades = () =>
  fileOf(
    'brokerage trades',
    [
      {
        sentence: 'value = quantity × price',
        holds: is('value', (n) => n('price') * n('quantity')),
      },
      {
        sentence: 'commission = max(9.99, value × 0.001)',
        holds: is('commission', (n) => Math.max(9.99, 0.001 * n('value'))),
      },
      {
        sentence: 'net = value + commission where side is buy',
        applies: where('side', 'buy'),
        holds: is('net', (n) => n('value') + n('commission')),
      },
      {
        sentence: 'net = value − commission where side is sell',
        applies: where('side', 'sell'),
        holds: is('net', (n) => n('value') - n('commission')),
      },
      {
        sentence: 'settled is 2 business days after traded',
        holds: (row) => dayOf(row, 'settled') === businessDaysAfter(dayOf(row, 'traded'), 2),
      },
      {
        sentence: 'traded is never on Saturday or Sunday',
        holds: (row) => isWeekday(dayOf(row, 'traded')),
      },
      {
        sentence: 'country belongs to exchange',
        holds: (row) =>
          VENUES.some(
            ([exchange, country]) => row.exchange === exchange && row.country === country,
          ),
      },
    ],
    (random) => {
      const quantity = 1 + random.below(900);
      const price = money(random, 5, 300);
      const value = roundAmount(quantity * price, 2);
      const commission = Math.max(9.99, roundAmount(0.001 * value, 2));
      const side = pick(random, ['buy', 'sell']);
      const traded = weekday(random);
      const [exchange, country] = pick(random, VENUES);
      return {
        traded: formatIsoDate(traded),
        settled: formatIsoDate(businessDaysAfter(traded, 2)),
        exchange,
        country,
        side,
        quantity: String(quantity),
        price: cents(price),
        value: cents(value),
        commission: cents(commission),
        net: cents(side === 'buy' ? value + commission : value - commission),
      };
    },
  );

const VENUES = [
  ['XETRA', 'DE'],
  ['FWB', 'DE'],
  ['NYSE', 'US'],
  ['NASDAQ', 'US'],
  ['LSE', 'GB'],
  ['SIX', 'CH'],
] as const;

const TIERS = { basic: 0.5, silver: 1.25, gold: 2.1 } as const;

const deposits = () =>
  fileOf(
    'deposits with tiers',
    [
      ...(['basic', 'silver', 'gold'] as const).map((tier) => ({
        sentence: `rate = ${TIERS[tier]} where tier is ${tier}`,
        applies: where('tier', tier),
        holds: is('rate', () => TIERS[tier]),
      })),
      {
        sentence: 'interest = balance × rate × days / 36500',
        holds: is('interest', (n) => (n('balance') * n('rate') * n('days')) / 36_500),
      },
      {
        sentence: 'withheld = interest × 0.25 where resident is yes',
        applies: where('resident', 'yes'),
        holds: is('withheld', (n) => 0.25 * n('interest')),
      },
      {
        sentence: 'withheld = 0 where resident is no',
        applies: where('resident', 'no'),
        holds: is('withheld', () => 0),
      },
      {
        sentence: 'credited = interest − withheld',
        holds: is('interest', (n) => n('credited') + n('withheld')),
      },
    ],
    (random) => {
      const tier = pick(random, ['basic', 'silver', 'gold'] as const);
      const balance = money(random, 100, 90_000);
      const days = 28 + random.below(65);
      const interest = roundAmount((balance * TIERS[tier] * days) / 36_500, 2);
      const resident = pick(random, ['yes', 'yes', 'yes', 'no']);
      const withheld = resident === 'yes' ? roundAmount(0.25 * interest, 2) : 0;
      return {
        opened: formatIsoDate(anyDay(random)),
        tier,
        resident,
        balance: cents(balance),
        rate: TIERS[tier].toFixed(2),
        days: String(days),
        interest: cents(interest),
        withheld: cents(withheld),
        credited: cents(interest - withheld),
      };
    },
  );

const arrears = () =>
  fileOf(
    'mortgage arrears',
    [
      {
        sentence: 'shortfall = max(0, due_amount − paid_amount)',
        holds: is('shortfall', (n) => Math.max(0, n('due_amount') - n('paid_amount'))),
      },
      {
        sentence: 'late_fee = shortfall × 0.05 where waived is no',
        applies: where('waived', 'no'),
        holds: is('late_fee', (n) => 0.05 * n('shortfall')),
      },
      {
        sentence: 'late_fee = 0 where waived is yes',
        applies: where('waived', 'yes'),
        holds: is('late_fee', () => 0),
      },
      {
        sentence: 'loan_to_value = balance / property_value × 100',
        holds: (row) =>
          Math.abs(
            Number(row.loan_to_value) - (100 * Number(row.balance)) / Number(row.property_value),
          ) <
          0.0501 * 2,
      },
      {
        sentence: 'paid_on is empty where paid_by is none',
        applies: where('paid_by', 'none'),
        holds: isEmpty('paid_on'),
      },
      {
        sentence: 'paid_amount = 0 where paid_by is none',
        applies: where('paid_by', 'none'),
        holds: is('paid_amount', () => 0),
      },
      {
        sentence: 'due_on is always the first of a month',
        holds: (row) => row.due_on!.endsWith('-01'),
      },
    ],
    (random) => {
      const due = money(random, 400, 2500);
      const paidBy = pick(random, ['debit', 'debit', 'transfer', 'none']);
      const paid =
        paidBy === 'none'
          ? 0
          : random.below(3) === 0
            ? money(random, 10, due)
            : due + money(random, 0, 200);
      const shortfall = roundAmount(Math.max(0, due - paid), 2);
      const waived = pick(random, ['no', 'no', 'yes']);
      const value = 1000 * (80 + random.below(600));
      const balance = roundAmount(value * (0.2 + 0.7 * random.float()), 2);
      const dueOn = firstOfMonth(anyDay(random));
      return {
        due_on: formatIsoDate(dueOn),
        paid_on: paidBy === 'none' ? '' : formatIsoDate(dueOn + random.below(40)),
        paid_by: paidBy,
        waived,
        due_amount: cents(due),
        paid_amount: cents(paid),
        shortfall: cents(shortfall),
        late_fee: cents(waived === 'no' ? 0.05 * shortfall : 0),
        property_value: String(value),
        balance: cents(balance),
        loan_to_value: ((100 * balance) / value).toFixed(1),
      };
    },
  );

const LINES = { motor: 0.19, home: 0.1634, health: 0 } as const;

const premiums = () =>
  fileOf(
    'premium with endorsements',
    [
      {
        sentence: 'adjusted = base_premium + endorsement',
        holds: is('adjusted', (n) => n('base_premium') + n('endorsement')),
      },
      ...(['motor', 'home'] as const).map((line) => ({
        sentence: `tax = adjusted × ${LINES[line]} where line is ${line}`,
        applies: where('line', line),
        holds: is('tax', (n) => LINES[line] * n('adjusted')),
      })),
      {
        sentence: 'tax = 0 where line is health',
        applies: where('line', 'health'),
        holds: is('tax', () => 0),
      },
      {
        sentence: 'fee = 5 where installments is monthly',
        applies: where('installments', 'monthly'),
        holds: is('fee', () => 5),
      },
      {
        sentence: 'fee = 0 where installments is yearly',
        applies: where('installments', 'yearly'),
        holds: is('fee', () => 0),
      },
      {
        sentence: 'total = adjusted + tax + fee',
        holds: is('total', (n) => n('adjusted') + n('tax') + n('fee')),
      },
      {
        sentence: 'ends is 12 months after starts',
        holds: (row) => dayOf(row, 'ends') === monthsAfter(dayOf(row, 'starts'), 12),
      },
    ],
    (random) => {
      const line = pick(random, ['motor', 'home', 'health'] as const);
      const base = money(random, 120, 1800);
      const endorsement = random.below(5) === 0 ? money(random, 5, 300) - 100 : 0;
      const adjusted = roundAmount(base + endorsement, 2);
      const tax = roundAmount(LINES[line] * adjusted, 2);
      const installments = pick(random, ['monthly', 'yearly']);
      const fee = installments === 'monthly' ? 5 : 0;
      const starts = anyDay(random);
      return {
        starts: formatIsoDate(starts),
        ends: formatIsoDate(monthsAfter(starts, 12)),
        line,
        installments,
        base_premium: cents(base),
        endorsement: cents(endorsement),
        adjusted: cents(adjusted),
        tax: cents(tax),
        fee: cents(fee),
        total: cents(adjusted + tax + fee),
      };
    },
  );

const CITIES = [
  ['Lyon', 'FR'],
  ['Paris', 'FR'],
  ['Berlin', 'DE'],
  ['Hamburg', 'DE'],
  ['Madrid', 'ES'],
  ['Porto', 'PT'],
] as const;

const expenses = () =>
  fileOf(
    'expense report',
    [
      {
        sentence: 'amount = km × 0.3 where category is mileage',
        applies: where('category', 'mileage'),
        holds: is('amount', (n) => 0.3 * n('km')),
      },
      {
        sentence: 'km = 0 where category is hotel or meal',
        applies: (row) => row.category !== 'mileage',
        holds: is('km', () => 0),
      },
      {
        sentence: 'reimbursed = min(amount, policy_limit)',
        holds: is('reimbursed', (n) => Math.min(n('amount'), n('policy_limit'))),
      },
      {
        sentence: 'excess = max(0, amount − policy_limit)',
        holds: is('excess', (n) => Math.max(0, n('amount') - n('policy_limit'))),
      },
      {
        sentence: 'approved is never on Saturday or Sunday',
        holds: (row) => isWeekday(dayOf(row, 'approved')),
      },
      {
        sentence: 'country belongs to city',
        holds: (row) =>
          CITIES.some(([city, country]) => row.city === city && row.country === country),
      },
    ],
    (random) => {
      const category = pick(random, ['meal', 'hotel', 'mileage']);
      const km = category === 'mileage' ? 5 + random.below(900) : 0;
      const amount = category === 'mileage' ? 0.3 * km : money(random, 8, 400);
      const limit = pick(random, [50, 120, 200]);
      const reimbursed = Math.min(roundAmount(amount, 2), limit);
      const [city, country] = pick(random, CITIES);
      return {
        approved: formatIsoDate(weekday(random)),
        city,
        country,
        category,
        km: String(km),
        amount: cents(amount),
        policy_limit: String(limit),
        reimbursed: cents(reimbursed),
        excess: cents(amount - reimbursed),
      };
    },
  );

const DEDUCTIONS = { KV: 0.0817, RV: 0.093, AV: 0.013, PV: 0.018 } as const;

/** Pay slips on which nearly all amounts are shares of gross pay, and so of one another. */
const paySlips = () =>
  fileOf(
    'German pay slips',
    [
      {
        sentence: 'Brutto = Grundgehalt + Zulagen',
        holds: is('Brutto', (n) => n('Grundgehalt') + n('Zulagen')),
      },
      ...Object.entries(DEDUCTIONS).map(([column, share]) => ({
        sentence: `${column} = Brutto × ${share}`,
        holds: is(column, (n) => share * n('Brutto')),
      })),
      {
        sentence: 'Lohnsteuer = max(0, Brutto × 0.19 − 228)',
        holds: is('Lohnsteuer', (n) => Math.max(0, 0.19 * (n('Brutto') - 1200))),
      },
      { sentence: 'Soli = Lohnsteuer × 0.055', holds: is('Soli', (n) => 0.055 * n('Lohnsteuer')) },
      {
        sentence: 'Netto = Brutto − Lohnsteuer − RV − KV − PV − AV − Soli',
        holds: is('Netto', (n) =>
          [...Object.keys(DEDUCTIONS), 'Lohnsteuer', 'Soli'].reduce(
            (left, column) => left - n(column),
            n('Brutto'),
          ),
        ),
      },
    ],
    (random) => {
      const base = 600 + 50 * random.below(120);
      const extra = pick(random, [0, 0, roundAmount(0.05 * base, 2), 150]);
      const gross = base + extra;
      const parts = Object.entries(DEDUCTIONS).map(
        ([column, share]) => [column, roundAmount(share * gross, 2)] as const,
      );
      const tax = roundAmount(Math.max(0, 0.19 * (gross - 1200)), 2);
      const surcharge = roundAmount(0.055 * tax, 2);
      const deducted = parts.reduce((sum, [, part]) => sum + part, tax + surcharge);
      return {
        Abteilung: pick(random, ['IT', 'Lager', 'Vertrieb']),
        Grundgehalt: cents(base),
        Zulagen: cents(extra),
        Brutto: cents(gross),
        ...Object.fromEntries(parts.map(([column, part]) => [column, cents(part)])),
        Lohnsteuer: cents(tax),
        Soli: cents(surcharge),
        Netto: cents(gross - deducted),
      };
    },
    2500,
  );

/** Rates and fees that depend on thresholds of amounts and days, or on a number of few values. */
const servicing = () =>
  fileOf(
    'loan servicing',
    [
      ...(
        [
          ['tier = 0.25 where balance ≤ 2500', 0, 2500, 0.25],
          ['tier = 1.1 where 2500 < balance ≤ 10000', 2500, 10_000, 1.1],
          ['tier = 1.75 where balance > 10000', 10_000, 1e9, 1.75],
        ] as const
      ).map(([sentence, above, upTo, rate]) => ({
        sentence,
        applies: (row: Cells) => Number(row.balance) > above && Number(row.balance) <= upTo,
        holds: is('tier', () => rate),
      })),
      ...(
        [
          ['fee = balance × 0.01 where balance ≤ 5000', (n: number) => n <= 5000, 0.01, 0],
          ['fee = balance × 0.005 + 25 where balance > 5000', (n: number) => n > 5000, 0.005, 25],
        ] as const
      ).map(([sentence, isAbout, share, more]) => ({
        sentence,
        applies: (row: Cells) => isAbout(Number(row.balance)),
        holds: is('fee', (n) => share * n('balance') + more),
      })),
      {
        sentence: 'late_charge = 0 where days_past_due ≤ 15',
        applies: (row) => Number(row.days_past_due) <= 15,
        holds: is('late_charge', () => 0),
      },
      {
        sentence: 'late_charge = 35 where days_past_due > 15 and product is auto',
        applies: (row) => Number(row.days_past_due) > 15 && row.product === 'auto',
        holds: is('late_charge', () => 35),
      },
      {
        sentence: 'late_charge = balance × 0.004 where days_past_due > 15 and product is home',
        applies: (row) => Number(row.days_past_due) > 15 && row.product === 'home',
        holds: is('late_charge', (n) => 0.004 * n('balance')),
      },
      ...([12, 24, 36] as const).map((months) => ({
        sentence: `spread = ${months / 12 + 0.4} where months is ${months}`,
        applies: where('months', String(months)),
        holds: is('spread', () => months / 12 + 0.4),
      })),
    ],
    (random) => {
      const balance = roundAmount(Math.exp(7.5 + 3 * random.float()), 2);
      const days = random.below(3) === 0 ? random.below(120) : 0;
      const product = pick(random, ['auto', 'home']);
      const months = pick(random, [12, 24, 36]);
      const charge = product === 'auto' ? 35 : 0.004 * balance;
      return {
        product,
        months: String(months),
        spread: (months / 12 + 0.4).toFixed(1),
        balance: cents(balance),
        tier: cents(balance <= 2500 ? 0.25 : balance <= 10_000 ? 1.1 : 1.75),
        fee: cents(balance <= 5000 ? 0.01 * balance : 25 + 0.005 * balance),
        days_past_due: String(days),
        late_charge: cents(days <= 15 ? 0 : charge),
      };
    },
    3000,
  );

/** Files of several trades, each with the rules of its own arithmetic. */
export const plantedFiles = (): PlantedFile[] =>
  [
    claims,
    loans,
    invoices,
    cards,
    payroll,
    trades,
    deposits,
    arrears,
    premiums,
    expenses,
    paySlips,
    servicing,
  ].map((file) => file());

/** Returns the share of a table's rows, of those a rule is about, that keep it. */
export function shareOf({ applies = () => true, holds }: PlantedRule, table: Table): number {
  const { names, textColumns } = formatTable(table);
  let [rows, right] = [0, 0];
  for (let row = 0; row < table.rows; row++) {
    const cells = Object.fromEntries(
      names.map((name, i) => [name, (textColumns[i] as string[])[row]!]),
    );
    if (!applies(cells)) continue;
    rows++;
    if (holds(cells)) right++;
  }
  return rows === 0 ? Number.NaN : right / rows;
}
