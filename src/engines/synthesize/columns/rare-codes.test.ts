import { expect, test } from 'vitest';
import { streamFor } from '../../random/stream.ts';
import { formatTable } from '../../table/format-table.ts';
import { parseColumns } from '../../table/parse-columns.ts';
import { fit, modelFromBytes, modelToBytes, sample, suppressedColumns } from '../index.ts';

const ROWS = 15;

function accounts(count: number) {
  const stream = streamFor(8n, 0, 0);
  const digits = (places: number) =>
    Array.from({ length: places }, () => stream.below(10)).join('');
  const rows = Array.from({ length: count }, (_, a) => {
    const cpf = `${digits(3)}.${digits(3)}.${digits(3)}-${digits(2)}`;
    // No two advisers share a character.
    const adviser = String.fromCharCode(0x2500 + 2 * a, 0x2501 + 2 * a);
    const own = [String(1000 + 37 * a), `${30_000 + 7 * a}-${a % 10}`, cpf, adviser];
    return Array.from({ length: ROWS }, (_, row) => [
      ...own,
      `2025-${String(1 + Math.floor(row / 5)).padStart(2, '0')}-${String(1 + (row % 5) * 5).padStart(2, '0')}`,
      String(stream.below(90_000) / 100),
    ]);
  }).flat();
  const names = ['Agência', 'Conta', 'CPF', 'Gestor', 'Data', 'Valor'];
  return parseColumns(
    names,
    names.map((_, i) => rows.map((row) => (i === 0 ? `0${row[i]}` : row[i]!))),
  );
}

const model = modelFromBytes(modelToBytes(fit(accounts(60), { mode: 'balanced', seed: 1n })));
const [branches, numbers, persons] = formatTable(sample(model, { rows: 600, seed: 2n }))
  .textColumns as string[][];

test('codes that each account has for itself are made in their form, one for each account', () => {
  expect(model.columns.map(({ role }) => role).slice(0, 3)).toEqual([
    'reference',
    'reference',
    'personal',
  ]);
  expect(branches!.every((branch) => /^\d{5}$/.test(branch))).toBe(true);
  const pairs = new Set(branches!.map((branch, row) => `${branch} ${numbers![row]}`));
  expect(pairs.size).toBe(new Set(numbers).size);
});

test('national numbers are made in the form of their column', () => {
  expect(persons!.every((cpf) => /^9\d\d\.\d{3}\.\d{3}-\d\d$/.test(cpf))).toBe(true);
});

test('words of which none may be shown are named', () => {
  expect(suppressedColumns(model)).toEqual(['Gestor']);
});
