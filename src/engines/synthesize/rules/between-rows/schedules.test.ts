import { expect, test } from 'vitest';
import { streamFor } from '../../../random/stream.ts';
import { parseColumns } from '../../../table/parse-columns.ts';
import type { Table } from '../../../table/table.ts';
import { fit, ruleSentences, sample } from '../../index.ts';
import { installmentOf, numbersOf, roundAmount } from '../laws/amount-law.ts';

const two = (n: number) => String(n).padStart(2, '0');

/** Schedules of 150 loans, whose balance at the end of a month begins the next one. */
function schedules(isNewestFirst: boolean): Table {
  const stream = streamFor(31n, 0, 0);
  const rows = Array.from({ length: 150 }, (_, loan) => {
    let balance = 1000 * (5 + stream.below(60));
    const rate = 3 + stream.below(16) / 4;
    const payment = roundAmount(balance / (18 + stream.below(20)), 2);
    const own = Array.from({ length: 8 + stream.below(8) }, (__, month) => {
      const opening = balance;
      const interest = roundAmount((opening * rate) / 1200, 2);
      const principal = roundAmount(payment - interest, 2);
      balance = roundAmount(opening - principal, 2);
      const date = `202${3 + Math.floor(month / 12)}-${two((month % 12) + 1)}-01`;
      const amounts = [opening, interest, principal, interest + principal, balance];
      return [`L${5000 + loan}`, date, rate.toFixed(2), ...amounts.map((a) => a.toFixed(2))];
    });
    return isNewestFirst ? own.toReversed() : own;
  }).flat();
  const names = [
    'loan_id',
    'due',
    'rate',
    'opening',
    'interest',
    'principal',
    'payment',
    'closing',
  ];
  return parseColumns(
    names,
    names.map((_, c) => rows.map((row) => row[c]!)),
  );
}

test.each(process.env.TEST_LONG ? [false, true] : [true])(
  'balances are carried; newest first %s',
  (isNewestFirst) => {
    const table = schedules(isNewestFirst);
    const model = fit(table, { mode: 'balanced', seed: 1n });
    expect(ruleSentences(model, table.columns)).toEqual(
      expect.arrayContaining([
        'opening is closing of the row before',
        'closing = opening − principal',
      ]),
    );
    const { columns, rows } = sample(model, { rows: 1200, seed: 2n });
    const loan = columns[0]!;
    if (loan.kind !== 'category') throw new Error('expected words');
    const [opening, principal, closing] = [3, 5, 7].map((c) => numbersOf(columns[c]!)!);
    let followed = 0;
    for (let row = 0; row < rows; row++) {
      expect(closing![row]).toBeCloseTo(opening![row]! - principal![row]!, 2);
      expect(closing![row]).toBeGreaterThanOrEqual(0);
      const before = isNewestFirst ? row + 1 : row - 1;
      if (before < 0 || before >= rows || loan.codes[row] !== loan.codes[before]) continue;
      expect(opening![row]).toBe(closing![before]);
      followed++;
    }
    expect(followed).toBeGreaterThan(800);
  },
);

test('a column that repeats itself is not carried', () => {
  const rows = Array.from({ length: 1200 }, (_, i) => {
    const [account, month] = [Math.floor(i / 12), i % 12];
    const limit = 1000 + 500 * (account % 7);
    return [`A${account}`, `2024-${two(month + 1)}-28`, limit, limit, (i * 7919) % 700].map(String);
  });
  const names = ['account', 'month', 'limit', 'limit_before', 'spent'];
  const table = parseColumns(
    names,
    names.map((_, c) => rows.map((row) => row[c]!)),
  );
  const sentences = ruleSentences(fit(table, { mode: 'balanced', seed: 1n }), table.columns);
  expect(
    sentences.filter((own) => own.includes(' of the row before') && !own.startsWith('month')),
  ).toEqual([]);
});

/** Loans that are repaid to the end: the last of equal payments is what is left. */
function repaidLoans(): Table {
  const stream = streamFor(37n, 0, 0);
  const rows = Array.from({ length: 150 }, (_, loan) => {
    let balance = 500 * (6 + stream.below(70));
    const [rate, term] = [2.5 + stream.below(20) / 4, [12, 18, 24][stream.below(3)]!];
    const payment = roundAmount(installmentOf(balance, rate / 1200, term), 2);
    const [month, day] = [stream.below(12), [1, 15, 28][stream.below(3)]!];
    return Array.from({ length: term }, (__, k) => {
      const opening = balance;
      const interest = roundAmount((opening * rate) / 1200, 2);
      const principal = k === term - 1 ? opening : roundAmount(payment - interest, 2);
      balance = roundAmount(opening - principal, 2);
      const at = month + k;
      const date = `${2023 + Math.floor(at / 12)}-${two((at % 12) + 1)}-${two(day)}`;
      const amounts = [opening, interest, principal, interest + principal, balance];
      return [`L${5000 + loan}`, `${k + 1}`, date, `${term}`, rate.toFixed(2)].concat(
        amounts.map((amount) => amount.toFixed(2)),
      );
    });
  }).flat();
  const names = ['loan', 'instalment', 'due', 'term', 'rate'];
  const amounts = ['opening', 'interest', 'principal', 'payment', 'closing'];
  return parseColumns(
    [...names, ...amounts],
    [...names, ...amounts].map((_, c) => rows.map((row) => row[c]!)),
  );
}

test('repaid loans have equal payments to the end', () => {
  const table = repaidLoans();
  const model = fit(table, { mode: 'balanced', seed: 1n });
  expect(ruleSentences(model, table.columns)).toEqual(
    expect.arrayContaining([
      'due is a month after that of the row before',
      'instalment counts the rows from 1',
      'term is the number of rows',
      'closing is 0 in the last row',
      'principal = payment − interest',
    ]),
  );
  const { columns, rows } = sample(model, { rows: 1500, seed: 2n });
  const loan = columns[0]!;
  if (loan.kind !== 'category') throw new Error('expected words');
  const [instalment, term, payment, closing] = [1, 3, 8, 9].map((c) => numbersOf(columns[c]!)!);
  const isLast = (row: number) => row + 1 === rows || loan.codes[row + 1] !== loan.codes[row];
  for (let row = 0; row < rows; row++) {
    const isFirst = row === 0 || isLast(row - 1);
    expect(instalment![row]).toBe(isFirst ? 1 : instalment![row - 1]! + 1);
    if (!isFirst && !isLast(row)) expect(payment![row]).toBe(payment![row - 1]);
    // The last loan is cut short by the number of rows.
    if (!isLast(row) || row + 1 === rows) continue;
    expect(term![row]).toBe(instalment![row]);
    expect(closing![row]).toBe(0);
    expect(Math.abs(payment![row]! / payment![row - 1]! - 1)).toBeLessThan(0.01);
  }
});

/** Leases whose residual debt falls by each redemption; no column has the debt before. */
function leases(): Table {
  const stream = streamFor(41n, 0, 0);
  const rows = Array.from({ length: 120 }, (_, lease) => {
    let debt = 100 * (150 + stream.below(700));
    const [rate, months] = [0.003 + stream.below(20) / 10_000, 12 + 6 * stream.below(3)];
    const installment = roundAmount(debt / (months * (1.5 + stream.below(10) / 10)), 2);
    return Array.from({ length: months }, (__, k) => {
      const interest = roundAmount(debt * rate, 2);
      const redemption = roundAmount(installment - interest, 2);
      debt = roundAmount(debt - redemption, 2);
      const due = `${2022 + Math.floor(k / 12)}-${two((k % 12) + 1)}-01`;
      const amounts = [installment, interest, redemption, debt].map((amount) => amount.toFixed(2));
      return [`LV-${4000 + lease}`, due, ...amounts];
    });
  }).flat();
  const names = ['contract', 'due', 'installment', 'interest', 'redemption', 'debt'];
  return parseColumns(
    names,
    names.map((_, c) => rows.map((row) => row[c]!)),
  );
}

test('a debt falls by each redemption', () => {
  const table = leases();
  const model = fit(table, { mode: 'balanced', seed: 1n });
  expect(ruleSentences(model, table.columns)).toEqual(
    expect.arrayContaining([
      'redemption = installment − interest',
      'debt is that of the row before − redemption',
    ]),
  );
  const { columns, rows } = sample(model, { rows: 1000, seed: 2n });
  const contract = columns[0]!;
  if (contract.kind !== 'category') throw new Error('expected words');
  const [redemption, debt] = [4, 5].map((c) => numbersOf(columns[c]!)!);
  let followed = 0;
  for (let row = 1; row < rows; row++) {
    expect(debt![row]).toBeGreaterThanOrEqual(0);
    if (contract.codes[row] !== contract.codes[row - 1]) continue;
    expect(debt![row]).toBeCloseTo(debt![row - 1]! - redemption![row]!, 2);
    followed++;
  }
  expect(followed).toBeGreaterThan(800);
});

/** Quarterly valuations of 300 claims, of which seven in ten are closed or denied at last. */
function valuations(): Table {
  const stream = streamFor(43n, 0, 0);
  const rows = Array.from({ length: 300 }, (_, claim) => {
    const [quarters, end] = [2 + stream.below(9), stream.below(10)];
    let paid = 0;
    return Array.from({ length: quarters }, (__, k) => {
      const isLast = k === quarters - 1;
      const status = !isLast || end >= 7 ? 'open' : end >= 5 ? 'denied' : 'closed';
      paid += 100 * stream.below(4);
      const reserve = status === 'open' ? 500 + stream.below(3000) : 0;
      const at = `${2020 + (k >> 2)}-${['03-31', '06-30', '09-30', '12-31'][k % 4]}`;
      return [`CL${90_000 + claim}`, at, status, paid, reserve, paid + reserve].map(String);
    });
  }).flat();
  const names = ['claim_id', 'valued', 'status', 'paid', 'reserve', 'incurred'];
  return parseColumns(
    names,
    names.map((_, c) => rows.map((row) => row[c]!)),
  );
}

test('claims are closed in their last row, as often as in the file', () => {
  const table = valuations();
  const model = fit(table, { mode: 'balanced', seed: 1n });
  expect(ruleSentences(model, table.columns)).toEqual(
    expect.arrayContaining([
      'status is closed only in the last row',
      'status is denied only in the last row',
    ]),
  );
  const drawn = sample(model, { rows: 1700, seed: 2n });
  const endsOf = ({ rows, columns: [claim, , status] }: Table) => {
    if (claim?.kind !== 'category' || status?.kind !== 'category')
      throw new Error('expected words');
    const counts = { claims: 0, closed: 0, denied: 0 };
    for (let row = 0; row < rows; row++) {
      const word = status.dictionary[status.codes[row]!];
      const isLast = row + 1 === rows || claim.codes[row + 1] !== claim.codes[row];
      if (isLast) counts.claims++;
      if (word !== 'closed' && word !== 'denied') continue;
      expect(isLast).toBe(true);
      counts[word]++;
    }
    return [counts.closed / counts.claims, counts.denied / counts.claims];
  };
  const [found, made] = [endsOf(table), endsOf(drawn)];
  made.forEach((share, i) => {
    expect(Math.abs(share - found[i]!)).toBeLessThan(0.02);
  });
});

/** Yearly statements of 90 members, all of 31 December. */
function statements(): Table {
  const stream = streamFor(59n, 0, 0);
  const rows = Array.from({ length: 90 }, (_, member) => {
    const joined = 2005 + stream.below(10);
    return Array.from({ length: 5 + stream.below(8) }, (__, k) => {
      const paid = 1200 + 10 * stream.below(300);
      return [`M${1000 + member}`, `${joined + k}-12-31`, String(paid)];
    });
  }).flat();
  return parseColumns(
    ['member_no', 'stated_on', 'paid'],
    [0, 1, 2].map((c) => rows.map((row) => row[c]!)),
  );
}

test('yearly statements stay in their month', () => {
  const table = statements();
  const model = fit(table, { mode: 'balanced', seed: 1n });
  expect(ruleSentences(model, table.columns)).toContain(
    'stated_on is 12 month ends after that of the row before, in December',
  );
  const stated = sample(model, { rows: 500, seed: 2n }).columns[1]!;
  if (stated.kind !== 'datetime') throw new Error('expected dates');
  const days = Array.from(stated.values, (day) => new Date(day).toISOString().slice(5, 10));
  expect(new Set(days)).toEqual(new Set(['12-31']));
});

/** Pay of 120 persons over up to 20 months; the total begins again each January. */
function payroll(): Table {
  const stream = streamFor(53n, 0, 0);
  const rows = Array.from({ length: 120 }, (_, person) => {
    const [base, start] = [2400 + 50 * stream.below(50), stream.below(12)];
    let total = 0;
    return Array.from({ length: 6 + stream.below(15) }, (__, k) => {
      const month = start + k;
      const overtime = 25 * stream.below(8);
      if (month % 12 === 0) total = 0;
      total += base + overtime;
      const period = `${2023 + Math.floor(month / 12)}-${two((month % 12) + 1)}-27`;
      return [`P-${7000 + person}`, period, base, overtime, base + overtime, total].map(String);
    });
  }).flat();
  const names = ['personnel_no', 'paid_on', 'base', 'overtime', 'gross', 'gross_ytd'];
  return parseColumns(
    names,
    names.map((_, c) => rows.map((row) => row[c]!)),
  );
}

test('a total of the year begins again each year, and pay adds up', () => {
  const table = payroll();
  const model = fit(table, { mode: 'balanced', seed: 1n });
  expect(ruleSentences(model, table.columns)).toEqual(
    expect.arrayContaining([
      'gross = base + overtime',
      'gross_ytd is that of the row before + gross, from 0 in each year of paid_on',
    ]),
  );
  const { columns, rows } = sample(model, { rows: 1000, seed: 2n });
  const [person, date] = [columns[0]!, columns[1]!];
  if (person.kind !== 'category' || date.kind !== 'datetime') throw new Error('expected a history');
  const [gross, total] = [numbersOf(columns[4]!)!, numbersOf(columns[5]!)!];
  const yearOf = (row: number) => new Date(date.values[row]!).getUTCFullYear();
  for (let row = 1; row < rows; row++) {
    if (person.codes[row] !== person.codes[row - 1]) continue;
    const before = yearOf(row) === yearOf(row - 1) ? total[row - 1]! : 0;
    expect(total[row]).toBeCloseTo(before + gross[row]!, 2);
  }
});
