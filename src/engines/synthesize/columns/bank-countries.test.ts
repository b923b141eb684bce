import { expect, test } from 'vitest';
import { streamFor } from '../../random/stream.ts';
import { ibanOf, passesIban } from '../../table/check-digits.ts';
import { formatCell } from '../../table/format-table.ts';
import { parseColumns } from '../../table/parse-columns.ts';
import { fit, modelFromBytes, modelToBytes, sample } from '../index.ts';

const BANKS = [
  ['DE', 'COBADEFFXXX', '37040044'],
  ['DE', 'INGDDEFFXXX', '50010517'],
  ['AT', 'BKAUATWWXXX', '19043'],
] as const;

test('IBANs have the country of the BIC in their row', () => {
  const stream = streamFor(2n, 0, 0);
  const rows = Array.from({ length: 400 }, () => {
    const [country, bic, bank] = BANKS[stream.below(3)]!;
    const digits = country === 'AT' ? 11 : 10;
    const account = Array.from({ length: digits }, () => String(stream.below(10))).join('');
    return [ibanOf(country, bank + account), bic, String(stream.below(5000))];
  });
  const names = ['IBAN', 'BIC', 'Umsatz'];
  const table = parseColumns(
    names,
    names.map((_, c) => rows.map((row) => row[c]!)),
  );
  const model = modelFromBytes(modelToBytes(fit(table, { mode: 'balanced', seed: 1n })));
  const { columns } = sample(model, { rows: 400, seed: 2n });
  const [ibans, bics] = columns.map((column) =>
    Array.from({ length: 400 }, (_, row) => formatCell(column, row) ?? ''),
  );
  ibans!.forEach((iban, row) => {
    expect([iban, passesIban(iban)]).toEqual([iban, true]);
    expect(iban.slice(0, 2)).toBe(bics![row]!.slice(4, 6));
  });
  expect(new Set(ibans).size).toBe(400);
  expect(new Set(ibans!.map((iban) => iban.slice(0, 2)))).toEqual(new Set(['DE', 'AT']));
});
