import { expect, test } from 'vitest';
import { presets } from '../configuration/presets.ts';
import { plan } from '../plan.ts';
import { rowObjects } from '../rows/text-form.ts';
import { simulateCells } from '../simulate-cells.ts';
import { drawnSchemes } from './drawn-schemes.ts';

test('one scheme of each typology has the amounts and accounts of its bookings', () => {
  const drawn = drawnSchemes();
  const amounts = new Map<string, string | null>();
  const truth = new Map<string, string[]>();
  const planned = plan({
    seed: 5n,
    customers: 1000,
    accounts: 1500,
    transactions: 40_000,
    preset: 'us-community-bank',
    amlRate: 0.02,
    startDate: '2025-01-01',
    endDate: '2025-12-31',
  });
  for (const cell of simulateCells(planned)) {
    drawn.add(cell);
    for (const { txn_id, amount } of rowObjects(cell.transactions)) amounts.set(txn_id!, amount!);
    for (const { scheme_id, txn_id, role } of rowObjects(cell.groundTruth))
      if (role !== 'integration')
        truth.set(scheme_id!, [...(truth.get(scheme_id!) ?? []), txn_id!]);
  }
  const schemes = drawn.chosen();
  const typologies = Object.keys(presets['us-community-bank'].laundering.typologies);
  expect(schemes.filter(({ kind }) => kind === 'laundering').length).toBeGreaterThan(
    typologies.length - 5,
  );
  expect(schemes.some(({ kind }) => kind === 'fraud')).toBe(true);
  expect(schemes.some(({ kind }) => kind === 'innocent')).toBe(true);
  for (const { scheme, rows } of schemes)
    expect(rows.map(({ amount }) => amount)).toEqual(
      truth.get(scheme)!.map((id) => Number(amounts.get(id))),
    );
});
