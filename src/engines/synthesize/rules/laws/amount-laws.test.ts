import { describe, expect, test } from 'vitest';
import { streamFor } from '../../../random/stream.ts';
import { formatTable } from '../../../table/format-table.ts';
import { parseColumns } from '../../../table/parse-columns.ts';
import type { Table } from '../../../table/table.ts';
import { fit, modelFromBytes, modelToBytes, sample } from '../../index.ts';
import { findRules } from '../find-rules.ts';
import { installmentOf, roundAmount } from './amount-law.ts';
import { findRelations } from './find-relations.ts';
import { lawSentence } from './law-sentence.ts';

type Row = Readonly<Record<string, number | string>>;

function tableOf(count: number, row: (i: number) => Row): Table {
  const rows = Array.from({ length: count }, (_, i) => row(i));
  const names = Object.keys(rows[0] as Row);
  return parseColumns(
    names,
    names.map((name) => rows.map((record) => String(record[name]))),
  );
}

const sentences = (table: Table) =>
  findRules(
    table,
    table.columns.map(() => true),
    { threshold: 5, excluded: new Set(), inHistories: false, time: null, entity: null },
  ).laws.map(({ law }) => lawSentence(law, (i) => table.columns[i]!.name));

const loans = tableOf(2000, (i) => {
  const random = streamFor(11n, i, 1);
  const amount = 1000 + 25 * random.below(1500);
  const rate = (400 + random.below(1500)) / 100;
  const months = [24, 36, 60][random.below(3)]!;
  const days = 28 + random.below(4);
  const interest = roundAmount((amount * rate * days) / 36_500, 2);
  const principal = roundAmount(10 + 900 * random.float(), 2);
  const fee = random.below(10) === 0 ? roundAmount(5 + 40 * random.float(), 2) : 0;
  const discount = roundAmount(3 * random.float(), 2);
  const value = amount + 5000 + 10 * random.below(20_000);
  const paid = roundAmount(principal + interest + fee - discount, 2) + (i % 200 === 0 ? 7 : 0);
  const monthly = roundAmount(installmentOf(amount, rate / 1200, months), 2);
  return {
    amount,
    rate: rate.toFixed(2),
    term: `${months} months`,
    monthly: monthly.toFixed(2),
    days,
    interest: interest.toFixed(2),
    principal: principal.toFixed(2),
    fee: fee.toFixed(2),
    discount: discount.toFixed(2),
    paid: paid.toFixed(2),
    value,
    loan_to_value: ((100 * amount) / value).toFixed(1),
    score: 600 + 5 * random.below(40),
    score_high: 604 + 5 * streamFor(11n, i, 2).below(40),
  };
});

test('the payment of an annuity: 599.55 a month pay off 100,000 at 6 % in 30 years', () => {
  expect(roundAmount(installmentOf(100_000, 0.06 / 12, 360), 2)).toBe(599.55);
  expect(installmentOf(1200, 0, 12)).toBe(100);
});

test('amounts are rounded as they are written, halves away from zero', () => {
  expect([1.005, 2.675, -1.005, 0.1 + 0.2].map((value) => roundAmount(value, 2))).toEqual([
    1.01, 2.68, -1.01, 0.3,
  ]);
});

test('sums, products, quotients and annuities are found, and said as formulas', () => {
  expect(sentences(loans)).toEqual([
    'monthly repays amount at rate in term',
    'interest = amount × rate × days / 36500',
    'loan_to_value = amount / value × 100',
    'paid = principal + interest + fee − discount',
  ]);
});

describe.each(['fidelity', 'balanced', 'cautious'] as const)('what is drawn, %s', (mode) => {
  const model = modelFromBytes(modelToBytes(fit(loans, { mode, seed: 1n })));
  const { names, textColumns } = formatTable(sample(model, { rows: 1500, seed: 2n }));
  const texts = (name: string) => textColumns[names.indexOf(name)] as string[];
  const of = (name: string) => texts(name).map(Number);

  test('adds up to the cent, with the decimals of the file', () => {
    const [interest, principal, fee, discount] = ['interest', 'principal', 'fee', 'discount'].map(
      of,
    );
    const sums = principal!.map((own, i) => own + interest![i]! + fee![i]! - discount![i]!);
    expect(of('paid')).toEqual(sums.map((sum) => roundAmount(sum, 2)));
    expect(new Set(texts('paid').map((text) => text.split('.')[1]?.length))).toEqual(new Set([2]));
    const rates = of('rate');
    const months = texts('term').map((text) => Number.parseInt(text, 10));
    of('amount').forEach((amount, i) => {
      const due = (amount * rates[i]! * of('days')[i]!) / 36_500;
      expect(Math.abs(interest![i]! - due)).toBeLessThan(0.0051);
      const monthly = installmentOf(amount, rates[i]! / 1200, months[i]!);
      expect(Math.abs(of('monthly')[i]! - monthly)).toBeLessThan(0.0051);
    });
  });

  test('what follows from others is not given', () => {
    expect(() => sample(model, { rows: 5, seed: 1n, given: { monthly: '300' } })).toThrow(
      "Column monthly is derived from amount and rate and term, so it can't be a condition.",
    );
  });
});

describe('what says nothing is no law', () => {
  const random = (i: number, purpose: number) => streamFor(12n, i, purpose);
  const cents = (i: number, purpose: number) => roundAmount(100 * random(i, purpose).float(), 2);

  test('amounts that know nothing of one another', () => {
    const table = tableOf(1000, (i) =>
      Object.fromEntries(['a', 'b', 'c', 'd', 'e'].map((name, k) => [name, cents(i, k)])),
    );
    expect(sentences(table)).toEqual([]);
  });

  test('a part that is nearly always nothing; one that is there in every tenth row counts', () => {
    const withFee = (every: number) =>
      tableOf(1000, (i) => {
        const [net, tax] = [cents(i, 1), cents(i, 2)];
        const fee = i % every === 0 ? 1 + cents(i, 3) : 0;
        return { net, tax, fee, gross: roundAmount(net + tax, 2) };
      });
    expect(sentences(withFee(10))).toEqual(['gross = net + tax']);
    expect(sentences(withFee(500))).toEqual(['gross = net + tax']);
  });

  test('a sum that two in a hundred rows break', () => {
    const table = tableOf(1000, (i) => {
      const [net, tax] = [cents(i, 1), cents(i, 2)];
      return { net, tax, gross: roundAmount(net + tax + (i % 50 === 0 ? 5 : 0), 2) };
    });
    expect(sentences(table)).toEqual([]);
  });

  test('small whole numbers, whose quotients are often right by chance', () => {
    const table = tableOf(1000, (i) => ({
      persons: 1 + random(i, 1).below(4),
      rooms: 1 + random(i, 2).below(6),
      a_room: 1 + random(i, 3).below(6),
    }));
    expect(sentences(table)).toEqual([]);
  });
});

test('an amount is a price times a quantity, though the price is their quotient as well', () => {
  const table = tableOf(1000, (i) => {
    const random = streamFor(14n, i, 1);
    const [quantity, price] = [1 + random.below(40), 1 + random.below(300) + 0.99];
    return { price, quantity, amount: roundAmount(price * quantity, 2) };
  });
  expect(sentences(table)).toEqual(['amount = price × quantity']);
});

test('a total of totals is added up last, and two columns a fixed number apart stay so', () => {
  const table = tableOf(1000, (i) => {
    const random = streamFor(13n, i, 1);
    const [a, b, c] = [random.below(900), random.below(900), random.below(2000)];
    const low = 600 + 5 * random.below(40);
    return { a, b, ab: a + b, c, all: a + b + c, low, high: low + 4 };
  });
  expect(sentences(table)).toEqual(['high is derived from low', 'ab = b + a', 'all = c + ab']);
  const model = fit(table, { mode: 'balanced', seed: 1n });
  const { textColumns } = formatTable(sample(model, { rows: 500, seed: 2n }));
  const [a, b, ab, c, all, low, high] = textColumns.map((texts) => texts.map(Number));
  all!.forEach((sum, i) => {
    expect(ab![i]).toBe(a![i]! + b![i]!);
    expect(sum).toBe(ab![i]! + c![i]!);
    expect(high![i]).toBe(low![i]! + 4);
  });
});

test('amounts without their sign follow from those that have one', () => {
  const table = tableOf(1000, (i) => {
    const random = streamFor(15n, i, 1);
    const amount = roundAmount(1 + 900 * random.float(), 2);
    const isDebit = random.below(5) > 1;
    const text = amount.toFixed(2);
    return { side: isDebit ? 'D' : 'C', amount: text, booked: isDebit ? `-${text}` : text };
  });
  expect(sentences(table)).toEqual(['amount = |booked|']);
  const model = modelFromBytes(modelToBytes(fit(table, { mode: 'balanced', seed: 1n })));
  const { textColumns } = formatTable(sample(model, { rows: 500, seed: 2n }));
  const [side, amount, booked] = textColumns;
  expect(amount).toEqual(booked!.map((text) => Math.abs(Number(text)).toFixed(2)));
  const onItsSide = booked!.filter((text, i) => side![i] === (Number(text) < 0 ? 'D' : 'C'));
  expect(onItsSide.length).toBeGreaterThan(480);
  expect(booked!.filter((text) => Number(text) < 0).length).toBeGreaterThan(200);
});

/** Claims whose paid amount is written three times, with times at midnight and constant counts. */
const claims = (noise: number) =>
  tableOf(1500, (i) => {
    const random = streamFor(23n, i, 1);
    const accident = Date.UTC(2015, 0, 1) + 86_400_000 * random.below(1200);
    const day = (days: number) =>
      `${new Date(accident + 86_400_000 * days).toISOString().slice(0, 10)} 00:00:00`;
    const closed = 20 + random.below(400);
    const isPaid = random.below(10) < 7;
    const amount = isPaid ? roundAmount(900 * random.float() + 100, 4) + noise : 0;
    return {
      accident: day(0),
      paidOn: day(closed),
      closedOn: day(closed),
      total: amount,
      paid: amount,
      incurred: amount,
      paidCount: isPaid ? 1 : 0,
      unpaidCount: isPaid ? 0 : 1,
      openCount: 0,
    };
  });

describe('claims of an insurer', () => {
  test.each([0, 3e-13])('three equal amounts stay equal, with noise of %d', (noise) => {
    const table = claims(noise);
    const rows = sample(fit(table, { mode: 'balanced', seed: 1n }), { rows: 600, seed: 2n });
    const at = (name: string) => {
      const column = rows.columns.find((each) => each.name === name)!;
      return column.kind === 'category' ? new Float64Array() : column.values;
    };
    for (const name of ['total', 'paid'])
      for (const [row, value] of at(name).entries())
        expect(value).toBeCloseTo(at('incurred')[row]!, 5);
    expect([...at('paidOn')]).toEqual([...at('closedOn')]);
  });

  test('a count is no number of years, and no debit', () => {
    const { laws, sides } = fit(claims(0), { mode: 'balanced', seed: 1n });
    expect(sides).toBeUndefined();
    expect(laws?.map(({ kind }) => kind)).toEqual(['sum', 'sum']);
  });
});

test('tax is a share of the net amount, and the gross amount the sum, not the other way around', () => {
  const invoices = tableOf(1000, (i) => {
    const random = streamFor(17n, i, 1);
    const net = roundAmount(20 + 900 * random.float(), 2);
    const tax = roundAmount(net * 0.19, 2);
    const fee = roundAmount((net + tax) * 0.029, 2);
    return { net, tax, gross: (net + tax).toFixed(2), fee, paid: (net + tax - fee).toFixed(2) };
  });
  const rules = sentences(invoices);
  expect(rules).toContain('tax = net × 0.19');
  expect(rules).toContain('gross = net + tax');
  expect(rules).toContain('fee = gross × 0.029');
  const model = fit(invoices, { mode: 'balanced', seed: 1n });
  const { columns } = sample(model, { rows: 2000, seed: 2n });
  const [net, tax, gross] = columns.map((column) => (column as { values: Float64Array }).values);
  for (let row = 0; row < 2000; row++)
    expect(gross![row]).toBe(roundAmount(net![row]! + tax![row]!, 2));
});

test('of columns that repeat one another, three are enough to find sums', () => {
  const count = 80;
  const table = tableOf(300, (i) =>
    Object.fromEntries(
      Array.from({ length: count }, (_, c) => [`c${c}`, ((i + 1) * (c + 3)) % 17]),
    ),
  );
  const numbers = table.columns.map((column, i) => ({
    column: i,
    values: (column as { values: Float64Array }).values,
    decimals: 0,
    size: 8,
    distinct: 17,
    varies: true,
    rarerSign: 0,
  }));
  const places = new Set(
    [2, 3].flatMap((terms) =>
      findRelations({ rows: table.rows, numbers }, terms).flatMap((relation) => relation.places),
    ),
  );
  expect(Math.max(...places)).toBeLessThan(3 * 17);
});

test('long numbers of cards, which hardly vary, are no factor of amounts', () => {
  const fills = tableOf(1500, (i) => {
    const random = streamFor(17n, i, 1);
    const net = roundAmount(20 + 400 * random.float(), 2);
    const tax = roundAmount(net * 0.19, 2);
    return {
      card: 7_002_310_029 + 37 * random.below(70),
      net: net.toFixed(2),
      tax: tax.toFixed(2),
      gross: (net + tax).toFixed(2),
    };
  });
  expect(sentences(fills).filter((sentence) => sentence.includes('card'))).toEqual([]);
});

test('a premium is a rate on the sum insured, and a policy fee', () => {
  const policies = tableOf(1500, (i) => {
    const random = streamFor(19n, i, 1);
    const insured = 25_000 * (1 + random.below(12));
    const rate = (30 + random.below(900)) / 100;
    const premium = roundAmount((insured * rate) / 1000 + 30, 2);
    return { insured, rate: rate.toFixed(2), premium: premium.toFixed(2) };
  });
  expect(sentences(policies)).toEqual(['premium = insured × rate / 1000 + 30']);
});

test('a bill is units times price, and a base fee of its row', () => {
  const bills = tableOf(1500, (i) => {
    const random = streamFor(23n, i, 1);
    const units = 40 + random.below(900);
    const price = (1500 + random.below(1400)) / 10_000;
    const base = random.below(2) === 0 ? 9.5 : 19;
    const net = roundAmount(units * price + base, 2);
    return {
      units,
      price: price.toFixed(4),
      base: base.toFixed(2),
      net: net.toFixed(2),
      other: (1 + 80 * random.float()).toFixed(2),
    };
  });
  expect(sentences(bills)).toEqual(['net = units × price + base']);
});
