import { expect, test } from 'vitest';
import { streamFor } from '../../random/stream.ts';
import { formatCell } from '../../table/format-table.ts';
import { parseColumns } from '../../table/parse-columns.ts';
import type { Table } from '../../table/table.ts';
import { fit, sample } from '../index.ts';

const SPECIALTIES = ['surgery', 'eyes', 'skin', 'heart'];

/** Visits of patients to clinics, each of one specialty. */
function visits(): Table {
  const stream = streamFor(61n, 0, 0);
  const rows = Array.from({ length: 120 }, (_, patient) =>
    Array.from({ length: 6 + stream.below(6) }, (__, visit) => {
      const clinic = stream.below(40);
      const practice = (7 * patient) % 30;
      const date = new Date(Date.UTC(2023, visit, 1 + stream.below(27)));
      return [
        `P-${7000 + patient}`,
        date.toISOString().slice(0, 10),
        `H${300_000 + 977 * clinic}`,
        SPECIALTIES[clinic % 4]!,
        (20 + stream.below(40_000) / 100).toFixed(2),
        `F${800_000 + 613 * practice}`,
        ['north', 'south', 'west'][practice % 3]!,
      ];
    }),
  ).flat();
  const names = [
    'patient_id',
    'visited',
    'clinic_id',
    'specialty',
    'price',
    'practice_id',
    'region',
  ];
  return parseColumns(
    names,
    names.map((_, c) => rows.map((row) => row[c]!)),
  );
}

/** Returns the words that each number of a column has in another one. */
function wordsOf({ rows, columns }: Table, number: number, word: number): Map<string, Set<string>> {
  const words = new Map<string, Set<string>>();
  for (let row = 0; row < rows; row++) {
    const own = formatCell(columns[number]!, row);
    words.set(own, (words.get(own) ?? new Set()).add(formatCell(columns[word]!, row)));
  }
  return words;
}

test('in histories, each made clinic has one specialty, each practice one region, in all blocks', () => {
  const table = visits();
  const model = fit(table, {
    mode: 'balanced',
    seed: 1n,
    roles: { clinic_id: 'reference', practice_id: 'reference' },
  });
  const drawn = sample(model, { rows: 4 * table.rows, seed: 3n });
  const clinics = wordsOf(drawn, 2, 3);
  expect(clinics.size).toBe(40);
  expect([...clinics.values()].every((own) => own.size === 1)).toBe(true);
  // A patient stays with one practice, of one region.
  for (const [number, word] of [
    [5, 6],
    [0, 5],
  ] as const)
    expect([...wordsOf(drawn, number, word).values()].every((own) => own.size === 1)).toBe(true);
  const shares = (of: Table) => {
    const words = Array.from({ length: of.rows }, (_, row) => formatCell(of.columns[3]!, row));
    return SPECIALTIES.map((own) => words.filter((word) => word === own).length / of.rows);
  };
  const [file, own] = [shares(table), shares(drawn)];
  file.forEach((share, i) => {
    expect(Math.abs(own[i]! - share)).toBeLessThan(0.04);
  });
});
