import { describe, expect, test } from 'vitest';
import { streamFor } from '../../random/stream.ts';
import { formatTable } from '../../table/format-table.ts';
import { parseColumns } from '../../table/parse-columns.ts';
import type { CategoryColumn, Table } from '../../table/table.ts';
import { fit, modelFromBytes, modelToBytes, sample } from '../index.ts';
import { findCompanions } from './word-companions.ts';

const STATES = ['CA', 'NY', 'TX', 'FL', 'OH', 'GA'];

/** Postal codes of six states, 120 each with few rows; one row in fifty has another state. */
const addresses: Table = (() => {
  const rows = Array.from({ length: 6000 }, (_, i) => {
    const random = streamFor(31n, i, 1);
    const state = random.below(STATES.length);
    const code = `${state + 1}${String(Math.floor(120 * random.float() ** 1.5)).padStart(3, '0')}`;
    const stated = random.below(50) === 0 ? random.below(STATES.length) : state;
    return [
      code,
      STATES[stated]!,
      ['rent', 'own', 'free'][random.below(3)]!,
      `x${random.below(400)}`,
    ];
  });
  const names = ['postal_code', 'state', 'home', 'campaign'];
  const columns = names.map((_, c) => rows.map((row) => (c === 0 ? `z${row[c]}` : row[c]!)));
  return parseColumns(names, columns);
})();

const words = addresses.columns as CategoryColumn[];
const options = { threshold: 5, entity: null };

describe('what words of a column belong to', () => {
  const [codes, state, , campaign] = words as [
    CategoryColumn,
    CategoryColumn,
    CategoryColumn,
    CategoryColumn,
  ];
  const result = findCompanions(codes, words, options)!;
  const nameOf = (code: number) => codes.dictionary[code]!;

  test('is the value of the column that they determine, in at least five rows', () => {
    result.companions.forEach((companion, code) => {
      const rows = Array.from(codes.codes.keys()).filter((row) => codes.codes[row] === code);
      const own = STATES[Number(nameOf(code)[1]) - 1]!;
      const matching = rows.filter((row) => state.dictionary[state.codes[row]!] === own).length;
      expect(state.dictionary[companion]).toBe(matching >= 5 ? own : undefined);
    });
  });

  test('words of too few are changed for shown ones of the same value in the row; no other is', () => {
    const counts = new Map<number, number>();
    for (const code of codes.codes) counts.set(code, (counts.get(code) ?? 0) + 1);
    let changed = 0;
    result.column.codes.forEach((code, row) => {
      const before = codes.codes[row]!;
      if (code === before) return;
      changed++;
      expect(counts.get(before)).toBeLessThan(5);
      expect(counts.get(code)).toBeGreaterThanOrEqual(5);
      expect(result.companions[code]).toBe(state.codes[row]);
    });
    expect(changed).toBeGreaterThan(50);
  });

  test('is not known of words that tell no other column', () => {
    expect(findCompanions(campaign, words, options)).toBeNull();
    expect(findCompanions(codes, [codes, campaign], options)).toBeNull();
  });

  test('is not asked where every word has a code of its own', () => {
    expect(findCompanions(state, words, options)).toBeNull();
  });

  test('rows of one entity do not make a word known', () => {
    const entity = codes.codes.map((code, row) => (code === codes.codes[0] ? 0 : row));
    const companions = findCompanions(codes, words, { threshold: 5, entity })!.companions;
    expect(companions[codes.codes[0]!]).toBe(-1);
    expect(result.companions[codes.codes[0]!]).not.toBe(-1);
  });
});

/** Drawn independently, more than half of the codes would get another state. */
test.each([
  ['fidelity', 0.03],
  ['balanced', 0.05],
] as const)('a drawn code belongs to its state, %s', (mode, beyond) => {
  const model = modelFromBytes(modelToBytes(fit(addresses, { mode, seed: 1n })));
  const { textColumns } = formatTable(sample(model, { rows: 6000, seed: 2n }));
  const [codes, states] = textColumns as [string[], string[]];
  const wrong = codes.filter((code, i) => STATES[Number(code[1]) - 1] !== states[i]).length;
  const real = 0.02 * (5 / 6);
  expect(wrong / codes.length - real).toBeLessThan(beyond);
  expect(new Set(codes).size).toBeGreaterThan(400);
});
