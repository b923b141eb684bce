import { expect, test } from 'vitest';
import { streamFor } from '../../../random/stream.ts';
import { declaredTotalShares, fitTables, sampleTables } from '../../index.ts';
import { relation, table, texts } from '../../related-tables.fixture.ts';
import type { RuleChoices } from '../../rules/rules.ts';
import { columnNamed } from '../relation.ts';
import { withTotal } from './hold-totals.ts';
import { totalSentence } from './total.ts';

const cents = (value: number) => (value / 100).toFixed(2);

/** Claims of coverages of policies; amounts of a claim's rows add up to what the claim has. */
function book() {
  const stream = streamFor(31n, 0, 0);
  const policies: string[][] = [];
  const coverages: string[][] = [];
  const claims: string[][] = [];
  const movements: string[][] = [];
  for (let p = 0; p < 400; p++) {
    policies.push([`P${1000 + p}`, ['north', 'south'][stream.below(2)]!]);
    for (const peril of ['fire', 'theft', 'water'].slice(stream.below(2))) {
      const coverage = `C${1000 + coverages.length}`;
      coverages.push([coverage, `P${1000 + p}`, peril]);
      if (stream.below(2) === 0) continue;
      const claim = `K${1000 + claims.length}`;
      const isOpen = stream.below(3) === 0;
      const payments = Array.from(
        { length: 1 + stream.below(2) },
        () => 100 + stream.below(50_000),
      );
      const paid = payments.reduce((sum, amount) => sum + amount, 0);
      const reserve = isOpen ? 100 + stream.below(20_000) : 0;
      const add = (kind: string, amount: number) =>
        movements.push([`M${movements.length}`, claim, kind, cents(amount)]);
      add('reserve', paid + reserve);
      for (const amount of payments) {
        add('payment', amount);
        add('reserve', -amount);
      }
      const policy = `P${1000 + p}`;
      claims.push([
        claim,
        policy,
        coverage,
        peril,
        isOpen ? 'open' : 'closed',
        cents(paid),
        cents(reserve),
      ]);
    }
  }
  return {
    policies: table(['policy_id', 'region'], policies),
    coverages: table(['coverage_id', 'policy_id', 'peril'], coverages),
    claims: table(
      ['claim_id', 'policy_id', 'coverage_id', 'peril', 'status', 'paid', 'reserve'],
      claims,
    ),
    movements: table(['movement_id', 'claim_id', 'kind', 'amount'], movements),
  };
}

const numbersOf = (of: Parameters<typeof columnNamed>[0], name: string): Float64Array => {
  const column = columnNamed(of, name);
  return column.kind === 'number' ? column.values : new Float64Array(0);
};

test('rows follow the parent that leads to the others, and add up to their parent’s totals', () => {
  const { model } = fitTables(
    book(),
    [
      relation('coverages', 'policy_id', 'policies', 'policy_id'),
      relation('claims', 'policy_id', 'policies', 'policy_id'),
      relation('claims', 'coverage_id', 'coverages', 'coverage_id'),
      relation('movements', 'claim_id', 'claims', 'claim_id'),
    ],
    { mode: 'balanced', seed: 1n },
  );
  const entry = (name: string) => model.tables.find((own) => own.name === name)!;
  expect(model.relations[entry('claims').child!.primary]!.parent).toBe('coverages');
  const names = ['movement_id', 'claim_id', 'kind', 'amount'];
  const sentences = entry('movements').child!.totals?.map((total) =>
    totalSentence(total, (i) => names[i]!),
  );
  expect(sentences).toEqual([
    'claims.paid = sum of amount where kind is payment',
    'claims.reserve = sum of amount where kind is reserve',
  ]);
  const { claims, coverages, movements } = sampleTables(model, { seed: 5n }).tables;
  const policyOf = new Map(
    texts(coverages!, 'coverage_id').map((key, row) => [key, texts(coverages!, 'policy_id')[row]]),
  );
  const policies = texts(claims!, 'policy_id');
  texts(claims!, 'coverage_id').forEach((key, row) => {
    expect(policyOf.get(key)).toBe(policies[row]);
  });
  const sums = new Map<string, number>();
  const kinds = texts(movements!, 'kind');
  const amounts = numbersOf(movements!, 'amount');
  texts(movements!, 'claim_id').forEach((claim, row) => {
    const key = `${claim} ${kinds[row]}`;
    sums.set(key, (sums.get(key) ?? 0) + amounts[row]!);
  });
  const ids = texts(claims!, 'claim_id');
  for (const [kind, column] of [
    ['payment', 'paid'],
    ['reserve', 'reserve'],
  ] as const) {
    const totals = numbersOf(claims!, column);
    const having = ids.flatMap((id, row) => (sums.has(`${id} ${kind}`) ? [row] : []));
    expect(having.length).toBeGreaterThan(0.95 * ids.length);
    for (const row of having) expect(sums.get(`${ids[row]} ${kind}`)).toBeCloseTo(totals[row]!, 2);
  }
});

test.each([
  [[100, 300], 800, [200, 600]],
  [[100, 300, -50], 0, [13, 37, -50]],
  [[-100, -300], -40, [-10, -30]],
  [[100, 300], 0, [100, -100]],
  [[1, 1, 1], 100, [34, 33, 33]],
])('%j with total %d becomes %j', (units, total, expected) => {
  expect(withTotal(units, total)).toEqual(expected);
});

const BOOK = [
  relation('coverages', 'policy_id', 'policies', 'policy_id'),
  relation('claims', 'coverage_id', 'coverages', 'coverage_id'),
  relation('movements', 'claim_id', 'claims', 'claim_id'),
];
const PAID = 'claims.paid = sum of amount where kind is payment';
const RESERVE = 'claims.reserve = sum of amount where kind is reserve';

function fitMovements(tables: ReturnType<typeof book>, rules: RuleChoices) {
  const { model } = fitTables(tables, BOOK, {
    mode: 'balanced',
    seed: 1n,
    tables: { movements: { rules } },
  });
  const { totals = [] } = model.tables.find(({ name }) => name === 'movements')!.child!;
  const names = ['movement_id', 'claim_id', 'kind', 'amount'];
  return { model, sentences: totals.map((total) => totalSentence(total, (i) => names[i]!)) };
}

/** A book in which each tenth claim was paid one more than its payments. */
function brokenBook() {
  const tables = book();
  const paid = numbersOf(tables.claims, 'paid');
  for (let row = 0; row < paid.length; row += 10) paid[row]!++;
  return tables;
}

test('a declared sum holds in drawn rows though the file breaks it; a rejected one is left out', () => {
  expect(fitMovements(brokenBook(), {}).sentences).not.toContain(PAID);
  const { model, sentences } = fitMovements(brokenBook(), { declared: [PAID] });
  expect(sentences[0]).toBe(PAID);
  const { claims, movements } = sampleTables(model, { seed: 5n }).tables;
  const paid = new Map<string, number>();
  const [kinds, ids] = [texts(movements!, 'kind'), texts(movements!, 'claim_id')];
  numbersOf(movements!, 'amount').forEach((amount, row) => {
    if (kinds[row] === 'payment') paid.set(`${ids[row]}`, (paid.get(`${ids[row]}`) ?? 0) + amount);
  });
  expect(paid.size).toBeGreaterThan(100);
  const totals = numbersOf(claims!, 'paid');
  texts(claims!, 'claim_id').forEach((id, row) => {
    if (paid.has(`${id}`)) expect(paid.get(`${id}`)).toBeCloseTo(totals[row]!, 2);
  });
  const shares = declaredTotalShares('movements', [PAID], {
    tables: brokenBook(),
    relations: BOOK,
  });
  expect(shares[0]).toMatchObject({ sentence: PAID, share: expect.closeTo(0.9, 2) });
  expect(fitMovements(book(), { rejected: [PAID] }).sentences).toEqual([RESERVE]);
});

test.each([
  ['claims.fee = sum of amount', 'expected a number column of the parent (claims.paid'],
  ['claims.paid = sum of kind', 'expected a number column of the table'],
  ['claims.paid = sum of amount where amount > 3', 'expected one column with its words'],
  ['claims.paid = sum of amount where kind is refund', 'expected a value of kind'],
])('%s is refused', (sentence, reason) => {
  expect(() => fitMovements(book(), { declared: [sentence] })).toThrow(reason);
  expect(() => fitMovements(book(), { rejected: [sentence] })).toThrow('cannot be rejected');
});
