import { expect, test } from 'vitest';
import { streamFor } from '../random/stream.ts';
import { formatTable } from '../table/format-table.ts';
import { parseColumns } from '../table/parse-columns.ts';
import { fit, type Model, type SynthesisMode, sample } from './index.ts';
import type { TreesCore } from './trees/trees.ts';

const NAMES = ['noise', 'income', 'rent', 'paid', 'class'];

/**
 * Builds income, a rent derived from it (nearly always paid in full), a class, and noise columns.
 */
function people(names = NAMES) {
  const stream = streamFor(4n, 0, 0);
  const columns: Record<string, string[]> = Object.fromEntries(NAMES.map((name) => [name, []]));
  for (let row = 0; row < 3000; row++) {
    const income = 1000 + stream.below(5000);
    const rent = Math.round(income / 4) + stream.below(200);
    const paid = row % 33 === 0 ? Math.floor(rent / 2) : rent;
    const cells = [stream.below(9), income, rent, paid, Math.floor(income / 2000)];
    for (const [c, name] of NAMES.entries()) columns[name]!.push(String(cells[c]));
  }
  return parseColumns(
    names,
    names.map((name) => columns[name]!),
  );
}

const learn = (mode: SynthesisMode, names?: string[]) => fit(people(names), { mode, seed: 1n });
const coreOf = (model: Model) => model.core as TreesCore;
const both = learn('fidelity');

function sampledOrders(conditions: Record<string, string> = {}, rows = 4000) {
  const { names, textColumns } = formatTable(sample(both, { rows, seed: 2n, given: conditions }));
  const numbers = (name: string) => textColumns[names.indexOf(name)]!.map(Number);
  return { rent: numbers('rent'), paid: numbers('paid'), income: numbers('income') };
}

/** Returns the share of rows whose rent is within 100 of the value derived from income. */
const shareInLine = ({ rent, income }: ReturnType<typeof sampledOrders>, half: 0 | 1) => {
  const rows = Array.from(rent.keys()).filter((row) => row % 2 === half);
  const inLine = rows.filter((row) => Math.abs(rent[row]! - income[row]! / 4 - 100) <= 150);
  return inLine.length / rows.length;
};

test('numbers are drawn in two orders, and rows of either hang together', () => {
  const { order, second } = coreOf(both);
  expect(second?.order).not.toEqual(order);
  expect(Array.from(second!.order)).toEqual([0, 1, 2, 3, 4]);
  const rows = sampledOrders();
  expect(shareInLine(rows, 0)).toBeGreaterThan(0.95);
  expect(shareInLine(rows, 1)).toBeGreaterThan(0.95);
});

test('a field repeats another in both orders', () => {
  const { rent, paid } = sampledOrders();
  const equal = rent.filter((value, row) => value === paid[row]).length;
  expect(equal / rent.length).toBeGreaterThan(0.95);
});

test('a field that comes after the same ones in both orders has its trees once', () => {
  const { order, trees, second } = coreOf(both);
  expect([order[0], second!.order[0]]).toEqual([0, 0]);
  expect(second!.trees[0]).toBe(trees[0]);
});

test('given values hold in both orders, and one row is drawn', () => {
  const conditioned = sampledOrders({ class: '2' }, 500);
  expect(Math.min(...conditioned.income)).toBeGreaterThan(3500);
  expect(shareInLine(conditioned, 1)).toBeGreaterThan(0.9);
  expect(sampledOrders({}, 1).rent).toHaveLength(1);
});

test('other modes, and files whose own order is that of drawing, have one order', () => {
  expect(coreOf(learn('balanced')).second).toBeUndefined();
  const names = Array.from(coreOf(both).order, (field) => NAMES[field]!);
  expect(coreOf(learn('fidelity', names)).second).toBeUndefined();
});
