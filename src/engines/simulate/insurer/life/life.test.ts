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
  readBook,
  sumOf,
} from '../../world/book.fixture.ts';
import type { BookRequest } from '../../world/plan.ts';
import { lifeInsurer } from './configuration.ts';
import { commutation, type LifeContract, netPremiumOf, reserveAt } from './mortality.ts';
import { lifeTables } from './tables.ts';

test('values at 5 % are those of the Standard Ultimate Life Table', () => {
  // Dickson, Hardy, Waters, Actuarial Mathematics for Life Contingent Risks, table D.3.
  const { insurance, annuity } = commutation(lifeInsurer.mortality, 0.05);
  expect(annuity[40]).toBeCloseTo(18.4578, 3);
  expect(insurance[40]).toBeCloseTo(0.12106, 4);
  expect(annuity[65]).toBeCloseTo(13.5498, 3);
  expect(insurance[65]).toBeCloseTo(0.35477, 4);
});

const table = commutation(lifeInsurer.mortality, lifeInsurer.interest);

test.each(['term', 'whole_life'] as const)(
  '%s: premiums and benefits are of equal value at issue',
  (product) => {
    const contract: LifeContract = {
      product,
      issueAge: 40,
      endAge: product === 'term' ? 60 : 120,
      benefit: 1e7,
      netPremium: 0,
    };
    contract.netPremium = netPremiumOf(table, contract);
    let [alive, premiums, benefits, discount] = [1, 0, 0, 1];
    for (let age = 40; age < contract.endAge; age++) {
      premiums += contract.netPremium * alive * discount;
      discount /= 1 + lifeInsurer.interest;
      benefits += 1e7 * alive * table.q[age]! * discount;
      alive *= 1 - table.q[age]!;
    }
    expect(Math.abs(premiums - benefits)).toBeLessThan(1);
    expect(Math.abs(reserveAt(table, contract, 0))).toBeLessThan(1e-4);
  },
);

const request = (seed: bigint): BookRequest => ({
  seed,
  preset: 'life-insurer',
  customers: 250,
  accounts: 500,
  transactions: 14_000,
});

describe.each([2n, 33n, 0xabcdefn])('seed %d', (seed) => {
  const book = readBook(request(seed));
  const { tables, end } = book;
  const { policies, ledger, claims } = tables;

  test('counts are those of the request, keys are unique, references resolve', () => {
    expect([tables.policyholders.length, policies.length]).toEqual([250, 500]);
    const rows = tables.policy_transactions.length + tables.claim_transactions.length;
    expect(Math.abs(rows / 14_000 - 1)).toBeLessThan(0.12);
    expect(brokenReferences(tables, lifeTables)).toEqual([]);
  });

  test('V(t + 1) = ((V(t) + P)(1 + i) - q S) / p, and no surrender value is above its reserve', () => {
    const rows = groupBy(tables.policy_reserves, 'policy_id');
    for (const { policy_id, product, net_premium, benefit, issue_age } of policies) {
      const years = rows.get(policy_id) ?? [];
      for (const [i, row] of years.entries()) {
        expect(minor(row.surrender_value)).toBeLessThanOrEqual(minor(row.reserve));
        const next = years[i + 1];
        if (
          next === undefined ||
          product === 'annuity' ||
          minor(row.reserve) === 0 ||
          minor(next.reserve) === 0
        )
          continue;
        const age = Number(issue_age) + Number(row.policy_year);
        const q = table.q[age]!;
        const grown = (minor(row.reserve) + minor(net_premium)) * (1 + lifeInsurer.interest);
        expect(Math.abs(minor(next.reserve) - (grown - q * minor(benefit)) / (1 - q))).toBeLessThan(
          2.5,
        );
      }
    }
    expect(-balanceOf(ledger, 'policy_reserve')).toBe(sumOf(policies, 'reserve'));
  });

  test('written = earned + unearned, and the ledger holds both', () => {
    for (const { written_premium, earned_premium, unearned_premium, status } of policies) {
      expect(minor(written_premium)).toBe(minor(earned_premium) + minor(unearned_premium));
      if (status !== 'active') expect(minor(unearned_premium)).toBe(0);
    }
    expect(-balanceOf(ledger, 'written_premium')).toBe(sumOf(policies, 'written_premium'));
    expect(-balanceOf(ledger, 'unearned_premium')).toBe(sumOf(policies, 'unearned_premium'));
    expect(balanceOf(ledger, 'policy_loans')).toBe(sumOf(policies, 'loan_balance'));
  });

  test('a death pays the sum insured once, of a policy in force', () => {
    const byPolicy = new Map(policies.map((row) => [row.policy_id, row]));
    for (const claim of claims) {
      const policy = byPolicy.get(claim.policy_id)!;
      expect(policy).toMatchObject({ status: 'death', status_date: claim.loss_date });
      expect(claim.loss_date >= policy.inception && day(claim.loss_date) <= end).toBe(true);
      expect([0, minor(policy.benefit)]).toContain(minor(claim.paid));
      expect(minor(claim.incurred)).toBe(minor(claim.paid) + minor(claim.case_reserve));
    }
    expect(new Set(claims.map(({ policy_id }) => policy_id)).size).toBe(claims.length);
    expect(balanceOf(ledger, 'case_reserve') + sumOf(claims, 'case_reserve')).toBe(0);
  });

  test('each posting sums to 0; early deaths are labelled', () => {
    for (const [, legs] of groupBy(ledger, 'posting_id')) expect(sumOf(legs, 'amount')).toBe(0);
    const kinds = new Set(tables.ground_truth.map(({ typology, fraud }) => `${typology} ${fraud}`));
    expect([...kinds].sort()).toEqual(['accidental_early_death false', 'early_death true']);
  });
});

test('these bytes are those of version 1.1.0; other bytes need another version', () => {
  const plan = planOfBook({ ...request(77n), customers: 40, accounts: 60, transactions: 1500 });
  expect(plan.engineVersion).toBe('1.1.0');
  const [output] = [...simulateBook(plan, [0])];
  const hash = createHash('sha256');
  for (const batch of Object.values(output!.tables)) hash.update(encodeCsv(batch));
  expect(hash.digest('hex').slice(0, 16)).toMatchInlineSnapshot(`"a313ae00e8b7eddf"`);
});
