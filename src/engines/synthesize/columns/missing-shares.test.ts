import { describe, expect, test } from 'vitest';
import { streamFor } from '../../random/stream.ts';
import { formatTable } from '../../table/format-table.ts';
import { parseColumns } from '../../table/parse-columns.ts';
import { fit, modelFromBytes, modelToBytes, sample } from '../index.ts';

const rows = Array.from({ length: 1500 }, (_, i) => {
  const random = streamFor(21n, i, 1);
  const response = ['00', '00', '00', '05', '51'][random.below(5)]!;
  const code = response === '00' ? String(100_000 + random.below(900_000)) : null;
  const note =
    random.below(2) === 0 ? `please call ${String.fromCharCode(97 + random.below(26))} ${i}` : null;
  return { response, amount: String(random.below(900)), auth_id: code, note };
});
const names = ['response', 'amount', 'auth_id', 'note'] as const;
const table = parseColumns(
  names,
  names.map((name) => rows.map((row) => row[name])),
);
const roles = { auth_id: 'reference', note: 'text' } as const;
const learn = () => fit(table, { mode: 'balanced', seed: 1n, roles });

describe('missing values of made columns', () => {
  const model = modelFromBytes(modelToBytes(learn()));
  const [response, , authId, note] = formatTable(
    sample(model, { rows: 800, seed: 2n }),
  ).textColumns;

  test('follow a modeled column', () => {
    expect(authId!.map((text) => text !== null)).toEqual(response!.map((text) => text === '00'));
  });

  test('keep their share where no column predicts them', () => {
    expect(model.columns[3]!.missing).toBeUndefined();
    const missing = note!.filter((text) => text === null).length / 800;
    expect(missing).toBeGreaterThan(0.4);
    expect(missing).toBeLessThan(0.6);
  });

  test('of fewer rows than may show are none: one code beside a refusal stays out', () => {
    const odd = rows.map((row, i) =>
      i === rows.findIndex((r) => r.response === '05') ? { ...row, auth_id: '123456' } : row,
    );
    const columns = names.map((name) => odd.map((row) => row[name]));
    const other = fit(parseColumns(names, columns), { mode: 'balanced', seed: 1n, roles });
    expect(other.columns[2]!.missing).toEqual(model.columns[2]!.missing);
  });
});
