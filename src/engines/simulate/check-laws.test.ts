import { expect, test } from 'vitest';
import { planOfBook, simulateBook } from './books.ts';
import { lawTally } from './check-laws.ts';
import type { BookRequest } from './world/plan.ts';

const request = (
  preset: BookRequest['preset'],
  customers: number,
  accounts: number,
): BookRequest => ({
  seed: 9n,
  preset,
  customers,
  accounts,
  transactions: 0,
});

const SMALL = [
  request('motor-insurer', 1100, 3000),
  request('life-insurer', 150, 300),
  request('us-credit-union', 60, 170),
];

test.each(SMALL)('$preset: each law holds in every row that it applies to', (small) => {
  const plan = planOfBook(small);
  const tally = lawTally(small.preset);
  for (const output of simulateBook(plan, plan.cells.keys())) tally.add(output);
  const results = tally.results();
  expect(results.filter(({ broken }) => broken > 0)).toEqual([]);
  const idle = results.filter(
    ({ checked, table }) => checked === 0 && !['ground_truth', 'parties'].includes(table),
  );
  expect(idle).toEqual([]);
});

test('an amount that is off by a cent, a lost row and a cell made twice break laws', () => {
  const plan = planOfBook(SMALL[0]);
  const [output] = [...simulateBook(plan, [0])];
  const brokenAfter = (change: () => void, ...more: (typeof output)[]) => {
    const tally = lawTally('motor-insurer');
    change();
    for (const cell of [output, ...more]) tally.add(cell);
    return tally
      .results()
      .flatMap(({ name, table, broken }) => (broken > 0 ? [`${table}: ${name}`] : []));
  };
  expect(brokenAfter(() => {}, output)).toContain('policies: policy_id unique');
  const paid = output.tables.claims.columns[12];
  expect(output.tables.claims.fields[12].name).toBe('paid');
  expect(
    brokenAfter(() => {
      if (paid.kind === 'money') paid.minor[0] += 1;
    }),
  ).toEqual([
    'claims: incurred = paid + case reserve',
    'claims: paid = payment + recovery of claim_transactions',
  ]);
  expect(
    brokenAfter(() => {
      output.tables = {
        ...output.tables,
        policyholders: { ...output.tables.policyholders, rows: 0 },
      };
    }),
  ).toContain('policies: policyholder_id names a row of policyholders');
});
