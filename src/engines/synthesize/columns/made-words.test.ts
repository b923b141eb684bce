import { expect, test } from 'vitest';
import { streamFor } from '../../random/stream.ts';
import { parseColumns } from '../../table/parse-columns.ts';
import type { CategoryColumn } from '../../table/table.ts';
import { fit, sample } from '../index.ts';

const LEVELS = ['Senior', 'Junior', 'Lead', 'Chief', 'Deputy', 'Regional', 'Assistant'];
const FIELDS = ['Sales', 'Risk', 'Claims', 'Credit', 'Audit', 'Payroll', 'Data', 'Tax', 'Branch'];
const ROLES = ['Manager', 'Analyst', 'Clerk', 'Officer', 'Engineer', 'Director', 'Planner'];
const STATES = ['TX', 'OH', 'NV'];
const SYLLABLES = ['bro', 'han', 'mil', 'ton', 'ver', 'dale', 'ford', 'wick', 'les', 'mar'];

/** Builds people with titles and towns that hardly two have in common. */
function people(count: number) {
  const stream = streamFor(9n, 0, 0);
  const pick = <T>(list: readonly T[]) => list[stream.below(list.length)]!;
  const towns = Array.from({ length: 500 }, () => {
    const name = Array.from({ length: 3 }, () => pick(SYLLABLES)).join('');
    return { name: name[0]!.toUpperCase() + name.slice(1), state: pick(STATES) };
  });
  const stateOf = new Map(towns.map(({ name, state }) => [name, state]));
  const rows = Array.from({ length: count }, () => {
    const { name } = towns[Math.floor(stream.float() ** 3 * towns.length)]!;
    const title = `${pick(LEVELS)} ${pick(FIELDS)} ${pick(ROLES)}`;
    return [
      title,
      `Order ${10_000 + stream.below(90_000)}`,
      name,
      stateOf.get(name)!,
      pick(['a', 'b']),
    ];
  });
  const names = ['title', 'note', 'town', 'state', 'segment'];
  return parseColumns(
    names,
    names.map((_, c) => rows.map((row) => row[c]!)),
  );
}

const wordsOf = (column: CategoryColumn) =>
  Array.from(column.codes, (code) => column.dictionary[code] ?? '');

test('as many different words as the file has are made of parts that five people share', () => {
  const table = people(1500);
  const roles = { title: 'feature', note: 'feature', town: 'feature' } as const;
  const model = fit(table, { mode: 'balanced', seed: 1n, roles });
  const drawn = sample(model, { rows: table.rows, seed: 2n });
  const [title, note, town, state] = [0, 1, 2, 3].map((c) =>
    wordsOf(drawn.columns[c] as CategoryColumn),
  );
  for (const [c, words] of [title!, note!, town!].entries()) {
    const real = new Set(wordsOf(table.columns[c] as CategoryColumn));
    expect(new Set(words).size / real.size, table.columns[c]!.name).toBeGreaterThan(0.8);
    expect(new Set(words).size / real.size, table.columns[c]!.name).toBeLessThan(1.2);
  }
  // Titles are titles, and orders are those of nobody in the file.
  const parts = new Set([...LEVELS, ...FIELDS, ...ROLES]);
  const tokens = [...title!].flatMap((word) => word.split(' '));
  expect(tokens.filter((token) => parts.has(token)).length).toBeGreaterThan(0.95 * tokens.length);
  const orders = new Set(wordsOf(table.columns[1] as CategoryColumn));
  for (const word of note!) {
    expect(word).toMatch(/^Order \d{5}$/);
    expect(orders).not.toContain(word);
  }
  // A town is in one state.
  const states = Map.groupBy(town!.keys(), (row) => town![row]!);
  const single = [...states.values()].filter(
    (rows) => new Set(rows.map((row) => state![row])).size === 1,
  );
  expect(single.length / states.size).toBeGreaterThan(0.9);
});

test('possessives stay whole in words that are made', () => {
  const table = parseColumns(
    ['shop', 'region'],
    [
      Array.from({ length: 900 }, (_, i) => {
        const owner = `${SYLLABLES[i % 10]}${SYLLABLES[(i * 7) % 9]}${SYLLABLES[(i * 3) % 8]}`;
        return i % 2 === 0 ? `${owner}'s Diner` : `${LEVELS[i % 7]} Diner`;
      }),
      Array.from({ length: 900 }, (_, i) => STATES[i % 3]!),
    ],
  );
  const model = fit(table, { mode: 'balanced', seed: 1n, roles: { shop: 'feature' } });
  const shops = wordsOf(sample(model, { rows: 900, seed: 2n }).columns[0] as CategoryColumn);
  expect(shops.filter((shop) => /\bs\b/.test(shop.replaceAll("'s ", ' ')))).toEqual([]);
  expect(shops.every((shop) => shop.endsWith(' Diner'))).toBe(true);
});
