import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { planOfBook, simulateBook } from '../../books.ts';
import { encodeCsv } from '../../rows/encode.ts';
import {
  balanceOf,
  brokenReferences,
  day,
  groupBy,
  minor,
  type Row,
  readBook,
  sumOf,
} from '../../world/book.fixture.ts';
import type { BookRequest } from '../../world/plan.ts';
import { insurerTables } from '../tables.ts';

const request = (seed: bigint): BookRequest => ({
  seed,
  preset: 'motor-insurer',
  customers: 600,
  accounts: 2600,
  transactions: 16_000,
});

describe.each([11n, 222n, 0xdead_beef_cafen])('seed %d', (seed) => {
  const book = readBook(request(seed));
  const { tables, end } = book;
  const { policies, claims, ledger } = tables;

  test('counts are those of the request, keys are unique, references resolve', () => {
    expect([tables.policyholders.length, policies.length]).toEqual([600, 2600]);
    const rows = tables.policy_transactions.length + tables.claim_transactions.length;
    expect(Math.abs(rows / 16_000 - 1)).toBeLessThan(0.08);
    expect(brokenReferences(tables, insurerTables)).toEqual([]);
  });

  test('written = earned + unearned, each premium earned evenly from its effective date', () => {
    const byPolicy = groupBy(tables.policy_transactions, 'policy_id');
    for (const policy of policies) {
      const { written_premium, earned_premium, unearned_premium, policy_id } = policy;
      const rows = byPolicy.get(policy_id) ?? [];
      expect(minor(written_premium)).toBe(sumOf(rows, 'written_premium'));
      const expiry = day(policy.expiry);
      let unearned = 0;
      for (const row of rows.filter(({ written_premium }) => minor(written_premium) !== 0)) {
        const from = day(row.effective_date);
        const rest = Math.max(0, expiry - Math.max(from, end));
        unearned += (minor(row.written_premium) * rest) / (expiry - from);
      }
      expect(Math.abs(minor(unearned_premium) - unearned)).toBeLessThanOrEqual(0.5 + 1e-6);
      expect(minor(written_premium)).toBe(minor(earned_premium) + minor(unearned_premium));
      if (policy.status !== 'active') expect(minor(unearned_premium)).toBe(0);
    }
    expect(-balanceOf(ledger, 'written_premium')).toBe(sumOf(policies, 'written_premium'));
    expect(-balanceOf(ledger, 'unearned_premium')).toBe(sumOf(policies, 'unearned_premium'));
    expect(balanceOf(ledger, 'change_in_unearned_premium')).toBe(
      sumOf(policies, 'unearned_premium'),
    );
  });

  test('paid + case reserve = incurred; a payment takes its own size from the reserve', () => {
    const byClaim = groupBy(tables.claim_transactions, 'claim_id');
    const limits = new Map(tables.coverages.map((row) => [row.coverage_id, row]));
    for (const claim of claims) {
      const rows = byClaim.get(claim.claim_id) ?? [];
      const sum = (kind: string) =>
        sumOf(
          rows.filter((row) => row.kind === kind),
          'amount',
        );
      expect(minor(claim.paid)).toBe(sum('payment') + sum('recovery'));
      expect(minor(claim.case_reserve)).toBe(sum('reserve'));
      expect(minor(claim.incurred)).toBe(minor(claim.paid) + minor(claim.case_reserve));
      const { limit_amount, deductible } = limits.get(claim.coverage_id)!;
      expect(sum('payment')).toBeLessThanOrEqual(minor(limit_amount) - minor(deductible));
      if (claim.status === 'closed') expect(sum('reserve')).toBe(0);
      let reserve = 0;
      rows.forEach((row, i) => {
        if (row.kind === 'reserve') reserve += minor(row.amount);
        expect(reserve).toBeGreaterThanOrEqual(0);
        if (row.kind === 'payment')
          expect([rows[i + 1].kind, minor(rows[i + 1].amount)]).toEqual([
            'reserve',
            -minor(row.amount),
          ]);
      });
    }
    expect(-balanceOf(ledger, 'case_reserve')).toBe(sumOf(claims, 'case_reserve'));
    expect(balanceOf(ledger, 'claims_paid') + balanceOf(ledger, 'claim_recoveries')).toBe(
      sumOf(claims, 'paid'),
    );
  });

  test('reserves roll forward by accident year from one December to the next', () => {
    const lossYear = new Map(claims.map((row) => [row.claim_id, row.loss_date.slice(0, 4)]));
    const reserves = tables.claim_transactions.filter(({ kind }) => kind === 'reserve');
    const triangle = triangleOf(book.report.files);
    for (const [year, rows] of groupByValue(reserves, (row) => lossYear.get(row.claim_id)!)) {
      let opening = 0;
      for (let at = Number(year); at <= 2025; at++) {
        const ofYear = rows.filter((row) => row.booked_on.startsWith(`${at}`));
        const part = (named: (row: Row) => boolean) => sumOf(ofYear.filter(named), 'amount');
        const isNew = ({ reason }: Row) => reason === 'opening' || reason === 'reopening';
        const isPayment = ({ reason }: Row) => reason === 'payment';
        const changes = part((row) => !isNew(row) && !isPayment(row));
        const closing = opening + part(isNew) + changes + part(isPayment);
        const cell = triangle.get(`all ${year} ${12 * (at - Number(year) + 1)}`)!;
        expect(closing).toBe(minor(cell.incurred) - minor(cell.paid));
        opening = closing;
      }
    }
  });

  test('claims are within cover, and nothing is paid before it is reported', () => {
    const byPolicy = new Map(policies.map((row) => [row.policy_id, row]));
    const first = groupBy(tables.claim_transactions, 'claim_id');
    for (const claim of claims) {
      const { inception, cover_end } = byPolicy.get(claim.policy_id)!;
      expect(claim.loss_date >= inception && claim.loss_date < cover_end).toBe(true);
      expect(claim.report_date >= claim.loss_date).toBe(true);
      for (const { booked_on } of first.get(claim.claim_id) ?? [])
        expect(booked_on >= claim.report_date && booked_on <= book.plan.endDate).toBe(true);
    }
  });

  test('each posting sums to 0, and quota share is its share of gross to the cent', () => {
    for (const [, legs] of groupBy(ledger, 'posting_id')) expect(sumOf(legs, 'amount')).toBe(0);
    for (const row of tables.reinsurance) {
      for (const kind of ['premium', 'unearned', 'paid', 'case_reserve'])
        expect(minor(row[`ceded_${kind}`])).toBe(Math.round(minor(row[`gross_${kind}`]) * 0.2));
    }
    expect(sumOf(tables.reinsurance, 'gross_premium')).toBe(sumOf(policies, 'written_premium'));
    expect(sumOf(tables.reinsurance, 'gross_paid')).toBe(sumOf(claims, 'paid'));
    expect(balanceOf(ledger, 'ceded_claims_paid')).toBe(-sumOf(tables.reinsurance, 'ceded_paid'));
    expect(balanceOf(ledger, 'premium_receivable')).toBeGreaterThanOrEqual(0);
  });

  test('fraud and look-alikes are labelled on claims and policies of the book', () => {
    const { ground_truth: truth } = tables;
    const kinds = (fraud: string) =>
      new Set(truth.filter((row) => row.fraud === fraud).map(({ typology }) => typology));
    expect(kinds('true').size).toBeGreaterThanOrEqual(2);
    expect(kinds('false').size).toBeGreaterThanOrEqual(2);
    const known = new Set([
      ...claims.map((row) => row.claim_id),
      ...policies.map((row) => row.policy_id),
    ]);
    for (const { claim_id, policy_id } of truth) {
      expect(known.has(claim_id) || claim_id === '').toBe(true);
      expect(known.has(policy_id)).toBe(true);
    }
  });
});

function groupByValue(rows: readonly Row[], value: (row: Row) => string): Map<string, Row[]> {
  const groups = new Map<string, Row[]>();
  for (const row of rows) groups.set(value(row), [...(groups.get(value(row)) ?? []), row]);
  return groups;
}

function triangleOf(files: ReturnType<typeof readBook>['report']['files']): Map<string, Row> {
  const cells = new Map<string, Row>();
  const text = new TextDecoder().decode(encodeCsv(files.triangle));
  for (const line of text.trim().split('\r\n')) {
    const [name, year, months, paid, incurred] = line.split(',');
    cells.set(`${name} ${year} ${months}`, { paid, incurred });
  }
  return cells;
}

test('cells are the same bytes alone and in any order', () => {
  const plan = planOfBook({ ...request(5n), customers: 2001, accounts: 2100, transactions: 0 });
  const bytes = (cell: number) => {
    const [output] = [...simulateBook(plan, [cell])];
    return Object.values(output.tables).map((batch) => new TextDecoder().decode(encodeCsv(batch)));
  };
  const [first, second, third] = [bytes(0), bytes(1), bytes(2)];
  const reversed = [2, 1, 0].map(bytes);
  expect(reversed).toEqual([third, second, first]);
});

test('these bytes are those of version 1.1.0; other bytes need another version', () => {
  const plan = planOfBook({ ...request(77n), customers: 60, accounts: 200, transactions: 1000 });
  expect(plan.engineVersion).toBe('1.1.0');
  const [{ tables }] = [...simulateBook(plan, [0])];
  const hash = createHash('sha256');
  for (const batch of Object.values(tables)) hash.update(encodeCsv(batch));
  expect(hash.digest('hex').slice(0, 16)).toMatchInlineSnapshot(`"a7fefe6850d518c2"`);
});

test('impossible requests are refused with the reason', () => {
  const wrong: [object, RegExp][] = [
    [{ accounts: 100 }, /one account for each/],
    [{ customers: 0 }, /at least one customer/],
    [{ startDate: '2025-02-30' }, /not a calendar date/],
    [{ startDate: '2025-03-01', endDate: '2025-02-01' }, /before the start/],
    [{ seed: -1n }, /seed must be/],
  ];
  for (const [change, message] of wrong)
    expect(() => planOfBook({ ...request(1n), ...change })).toThrow(message);
});
