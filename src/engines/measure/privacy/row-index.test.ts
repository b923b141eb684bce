import { expect, test } from 'vitest';
import { streamFor } from '../../random/stream.ts';
import { searchAttack, searchedRows } from './attacks/attack-search.ts';
import type { EncodedRows } from './encoded-rows.ts';
import { nearest } from './nearest.ts';

const stream = streamFor(11n, 0, 0);
const CELLS: Record<string, () => number> = {
  number: () => Math.fround(stream.float()),
  rounded: () => stream.below(11) / 10,
  word: () => 2 * stream.below(4),
  missing: () => (stream.below(10) === 0 ? 3 : stream.float()),
};

function rowsOf(rows: number, kinds: readonly string[]): EncodedRows {
  const cells = Float32Array.from({ length: rows * kinds.length }, (_, i) =>
    CELLS[kinds[i % kinds.length]!]!(),
  );
  return { rows, width: kinds.length, cells };
}

/** Differences of a target and a row, by column. */
function parts({ width, cells }: EncodedRows, target: number, other: EncodedRows, row: number) {
  return Array.from({ length: width }, (_, c) =>
    Math.min(1, Math.abs(cells[target * width + c]! - other.cells[row * width + c]!)),
  );
}

const sum = (list: readonly number[]) => list.reduce((all, part) => all + part, 0);

/** Number of the first row with the smallest value. */
const firstLeast = (values: readonly number[]) => values.indexOf(Math.min(...values));

test.each([
  ['mixed columns', ['number', 'word', 'missing', 'word', 'rounded']],
  ['words alone, with many equal rows', ['word', 'word', 'word']],
  ['many independent numbers, where boxes do not pay', Array.from({ length: 16 }, () => 'number')],
  [
    'many independent columns of each kind, where boxes do not pay',
    Array.from({ length: 15 }, (_, c) => ['number', 'missing', 'rounded', 'word'][c % 4]!),
  ],
])('finds the same rows as a comparison of all pairs: %s', (_, kinds) => {
  const targets = rowsOf(60, kinds);
  const synthetic = rowsOf(700, kinds);
  const split = Math.ceil(kinds.length / 2);
  const secrets = [0, kinds.length - 1];
  const found = searchAttack({ targets, searched: searchedRows(synthetic, split), secrets });
  const { first, second } = nearest(targets, synthetic);
  for (let target = 0; target < targets.rows; target++) {
    const pairs = Array.from({ length: synthetic.rows }, (_, row) =>
      parts(targets, target, synthetic, row),
    );
    const groups = pairs.map((own) => [sum(own.slice(0, split)), sum(own.slice(split))] as const);
    const whole = groups.map(([a, b]) => a + b);
    expect(found.links[0][target]).toBe(firstLeast(groups.map(([a]) => a)));
    expect(found.links[1][target]).toBe(firstLeast(groups.map(([, b]) => b)));
    secrets.forEach((secret, s) => {
      const rest = whole.map((all, row) => all - pairs[row]![secret]!);
      expect(found.guesses[s]![target]).toBe(firstLeast(rest));
    });
    expect(found.distance[target]).toBe(Math.min(...whole) / kinds.length);
    const sums = pairs.map(sum).sort((a, b) => a - b);
    expect([first[target], second[target]]).toEqual([
      sums[0]! / kinds.length,
      sums[1]! / kinds.length,
    ]);
  }
});
