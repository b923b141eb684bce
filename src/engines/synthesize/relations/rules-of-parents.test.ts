import { expect, test } from 'vitest';
import { streamFor } from '../../random/stream.ts';
import type { CategoryColumn, NumberColumn, Table } from '../../table/table.ts';
import { fitTables, ruleSentences, sampleTables } from '../index.ts';
import { relation, table } from '../related-tables.fixture.ts';
import { installmentOf, roundAmount } from '../rules/laws/amount-law.ts';
import { checkTablesModel } from './check-tables-model.ts';
import { describedBy, plansOf } from './tables-model.ts';

const two = (n: number) => String(n).padStart(2, '0');

/** Loans with their schedules, and with fees of a percentage that the loan states. */
function loanBook() {
  const stream = streamFor(47n, 0, 0);
  const [loans, plans, fees]: string[][][] = [[], [], []];
  for (let i = 0; i < 160; i++) {
    const id = `LN${20_000 + i}`;
    let balance = 500 * (6 + stream.below(70));
    const [rate, term] = [2.5 + stream.below(20) / 4, [6, 9, 12][stream.below(3)]!];
    const percent = 0.25 * (1 + stream.below(8));
    const amount = balance;
    loans!.push([id, String(balance), rate.toFixed(2), String(term), percent.toFixed(2)]);
    const payment = roundAmount(installmentOf(balance, rate / 1200, term), 2);
    for (let fee = 0; fee < 2 + stream.below(3); fee++) {
      const base = 100 * (1 + stream.below(90));
      const own = roundAmount((base * percent) / 100, 2);
      fees!.push([id, String(base), own.toFixed(2), String(amount - base)]);
    }
    for (let k = 0; k < term; k++) {
      const opening = balance;
      const interest = roundAmount((opening * rate) / 1200, 2);
      const principal = k === term - 1 ? opening : roundAmount(payment - interest, 2);
      balance = roundAmount(opening - principal, 2);
      const amounts = [opening, interest, principal, interest + principal, balance];
      const due = `2024-${two(k + 1)}-15`;
      plans!.push([id, due].concat(amounts.map((amount) => amount.toFixed(2))));
    }
  }
  const amounts = ['opening', 'interest', 'principal', 'payment', 'closing'];
  return {
    loan: table(['loan_id', 'amount', 'rate', 'term', 'percent'], loans!),
    plan: table(['loan_id', 'due', ...amounts], plans!),
    fee: table(['loan_id', 'base', 'fee', 'rest'], fees!),
  };
}

const wordsOf = (of: Table, name: string) => {
  const { dictionary, codes } = of.columns.find((own) => own.name === name) as CategoryColumn;
  return Array.from(codes, (code) => dictionary[code]!);
};
const numbersOf = (of: Table, name: string) =>
  (of.columns.find((own) => own.name === name) as NumberColumn).values;

test('rows follow formulas with numbers of their parent, and are as many as it states', () => {
  const relations = [
    relation('plan', 'loan_id', 'loan', 'loan_id'),
    relation('fee', 'loan_id', 'loan', 'loan_id'),
  ];
  const { model } = fitTables(loanBook(), relations, { mode: 'balanced', seed: 1n });
  const sentences = model.tables.flatMap((entry) =>
    ruleSentences(
      describedBy(entry),
      plansOf(entry).map(({ layout }) => layout),
    ),
  );
  expect(sentences).toEqual(
    expect.arrayContaining([
      'interest = opening × loan.rate / 1200',
      'loan.term is the number of rows',
      'opening is loan.amount in the first row',
      'fee = base × loan.percent / 100',
      'rest = loan.amount − base',
    ]),
  );
  const drawn = sampleTables(model, { rows: { loan: 120 }, seed: 2n });
  // A model whose rules wrote to a parent's column could not be read back.
  expect(() => checkTablesModel(model)).not.toThrow();
  const { loan, plan, fee } = drawn.tables as Record<string, Table>;
  const placeOf = new Map(wordsOf(loan!, 'loan_id').map((id, row) => [id, row]));
  const [amount, rate, term, percent] = ['amount', 'rate', 'term', 'percent'].map((name) =>
    numbersOf(loan!, name),
  );
  const [opening, interest] = [numbersOf(plan!, 'opening'), numbersOf(plan!, 'interest')];
  const rowsOf = Map.groupBy(
    wordsOf(plan!, 'loan_id').keys(),
    (row) => placeOf.get(wordsOf(plan!, 'loan_id')[row]!)!,
  );
  expect(rowsOf.size).toBe(120);
  for (const [of, rows] of rowsOf) {
    expect(rows.length).toBe(term![of]);
    expect(opening[rows[0]!]).toBe(amount![of]);
    for (const row of rows)
      expect(Math.abs(interest[row]! - (opening[row]! * rate![of]!) / 1200)).toBeLessThan(0.011);
  }
  const [base, charged] = [numbersOf(fee!, 'base'), numbersOf(fee!, 'fee')];
  wordsOf(fee!, 'loan_id').forEach((id, row) => {
    const expected = (base[row]! * percent![placeOf.get(id)!]!) / 100;
    expect(Math.abs(charged[row]! - expected)).toBeLessThan(0.011);
  });
});
