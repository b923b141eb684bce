import { expect, test } from 'vitest';
import { chanceModel } from './chance-model.ts';
import { findFan } from './find-fan.ts';
import { background, graphOf, type TestTransfer } from './graph-of.fixture.ts';

function fanInto(account: string, transfers: readonly TestTransfer[], window = 10) {
  const all = [...transfers, ...background].toSorted((a, b) => a[2] - b[2]);
  const graph = graphOf(all);
  const rows = graph.into[graph.names.indexOf(account)] ?? new Uint32Array(0);
  const chance = chanceModel(graph);
  const fan = findFan(graph, { rows, partner: graph.from, window, partners: 3, chance });
  return fan && { rows: fan.rows.map((row) => all[row]), surprise: fan.surprise };
}

const pay = (payers: string, time: number, amount?: number): TestTransfer[] =>
  [...payers].map((payer, i): TestTransfer => [payer, 'hub', time + i, amount]);

test('more partners at once are more surprising', () => {
  const three = fanInto('hub', pay('abc', 0))?.surprise ?? 0;
  const five = fanInto('hub', pay('abcde', 0))?.surprise ?? 0;
  expect(five).toBeGreaterThan(three + 2);
});

test('an account that is paid as often at other times is less surprising', () => {
  const new5 = fanInto('hub', pay('abcde', 0))?.surprise ?? 0;
  const often = [0, 1, 2, 3].flatMap((month) => pay('abcde', month * 1e11));
  expect(fanInto('hub', often)?.surprise).toBeLessThan(new5);
});

test('a busy time for everybody explains the account', () => {
  const crowd = Array.from({ length: 400 }, (_, i): TestTransfer => [`p${i}`, `q${i}`, i / 40]);
  expect(fanInto('hub', [...pay('abcde', 0), ...crowd])).toBeNull();
});

test('amounts of one size are found among others of the same time', () => {
  const usual = [...'klmnopqrst'].flatMap((payer, i): TestTransfer[] =>
    [0, 1, 2].map((month) => [payer, 'hub', 1e12 + month * 1e11 + i, 1000 + 400 * i]),
  );
  const apart = background.map(([from, to, time], i): TestTransfer => [from, to, time, 900 + i]);
  const all = [...usual, ...pay('abcd', 1.1e12, 9), ...apart].toSorted((a, b) => a[2] - b[2]);
  const graph = graphOf(all);
  const rows = graph.into[graph.names.indexOf('hub')] ?? new Uint32Array(0);
  const chance = chanceModel(graph);
  const fan = findFan(graph, { rows, partner: graph.from, window: 1e12, partners: 3, chance });
  expect(fan?.rows.map((row) => all[row]?.[3])).toEqual([9, 9, 9, 9]);
});

test('too few partners, or none, are no fan', () => {
  expect(fanInto('hub', pay('ab', 0))).toBeNull();
  expect(fanInto('hub', [...pay('ab', 0), ...pay('ab', 1)])).toBeNull();
  expect(fanInto('nobody', pay('abc', 0))).toBeNull();
});
