import { expect, it } from 'vitest';
import { statements } from '../folds/statements.fixture.ts';
import { layOut } from '../privacy-tables.ts';
import { attackResult } from './attack-result.ts';
import { singlingOut } from './singling-out.ts';

const attacked = (seed: number, copied: boolean) => {
  const train = statements(60, BigInt(seed));
  const tables = layOut(train, {
    holdout: statements(15, BigInt(1000 + seed)),
    synthetic: copied ? train : statements(60, BigInt(2000 + seed)),
    seed: BigInt(seed),
    roleOf: { account_id: 'reference' },
    entity: 'account_id',
  });
  return singlingOut(tables, BigInt(seed), () => {});
};

it('compares groups of as many accounts as are held out, each account in one', () => {
  const { own, control } = attacked(1, false);
  expect(own.people).toBe(60);
  expect(control.people).toBe(15);
  expect(own.attempts).toBe(4 * control.attempts);
});

it('finds no excess among unseen accounts, and copied ones', () => {
  for (let seed = 1; seed <= 8; seed++) expect(attackResult(attacked(seed, false), 1).low).toBe(0);
  expect(attackResult(attacked(1, true), 1).low).toBeGreaterThan(0.1);
});
