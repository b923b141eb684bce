import { expect, test } from 'vitest';
import { type RandomStream, streamFor } from '../../random/stream.ts';
import { formatTable } from '../../table/format-table.ts';
import { parseColumns } from '../../table/parse-columns.ts';
import { fit, modelFromBytes, modelToBytes, sample } from '../index.ts';

/** Payment history of twelve months: each month one worse, cured, or as before. */
function history(stream: RandomStream): string {
  let state = 0;
  return Array.from({ length: 12 }, () => {
    const draw = stream.float();
    state = draw < 0.06 ? Math.min(3, state + 1) : draw < 0.5 ? 0 : state;
    return String(state);
  }).join('');
}

const random = streamFor(3n, 0, 0);
const histories = Array.from({ length: 3000 }, () => history(random));
const statusOf = (text: string) => ['C', '30', '60', '90+'][Number(text.at(-1))]!;
const table = parseColumns(
  ['Pay String', 'Status', 'Balance'],
  [histories, histories.map(statusOf), histories.map((_, i) => String((i * 37) % 900))],
);
const model = modelFromBytes(modelToBytes(fit(table, { mode: 'balanced', seed: 1n })));
const [strings, statuses] = formatTable(sample(model, { rows: 3000, seed: 2n })).textColumns as [
  string[],
  string[],
];

test('strings of states keep their form, their steps and the state they end in', () => {
  expect(strings.every((text) => /^[0-3]{12}$/.test(text))).toBe(true);
  const clean = (texts: readonly string[]) =>
    texts.filter((text) => /^0+$/.test(text)).length / 3000;
  expect(Math.abs(clean(strings) - clean(histories))).toBeLessThan(0.05);
  // No history gets two months worse within one.
  expect(strings.filter((text) => /02|03|13/.test(text))).toEqual([]);
  const ends = strings.filter((text, row) => statusOf(text) === statuses[row]).length;
  expect(ends / 3000).toBeGreaterThan(0.99);
});

test('identifiers with leading zeros are no states', () => {
  const numbers = Array.from({ length: 900 }, (_, i) => String(i * 7).padStart(8, '0'));
  const { columns } = fit(parseColumns(['v', 'b'], [numbers, numbers.map((n) => n.slice(-2))]), {
    mode: 'balanced',
    seed: 1n,
  });
  expect(columns[0]!.made?.kind).toBe('key');
});
