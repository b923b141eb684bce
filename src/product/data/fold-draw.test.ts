import { expect } from 'vitest';
import { longTest } from '../../../test/support/long-test.ts';
import { privacyReport } from '../../engines/measure/index.ts';
import { streamFor } from '../../engines/random/stream.ts';
import { fit, sample } from '../../engines/synthesize/index.ts';
import { parseColumns } from '../../engines/table/parse-columns.ts';
import type { Table } from '../../engines/table/table.ts';
import { foldDraw } from './fold-draw.ts';

const CUSTOMERS = 75;
const ROWS = 3000;
const DAYS = 180;
const ROLES = {
  transaction_id: 'key',
  account_id: 'reference',
  customer_id: 'reference',
} as const;

/** Transactions of few customers, independent but for each customer's type of account and risk. */
function transactions(seed: bigint): Table {
  const stream = streamFor(seed, 1, 1);
  const pick = (words: readonly string[]) => words[stream.below(words.length)]!;
  const rows = Array.from({ length: ROWS }, (_, row) => {
    const account = stream.below(2 * CUSTOMERS);
    const day = Date.UTC(2026, 0, 1 + Math.floor((row * DAYS) / ROWS));
    return [
      `T${100_000 + row}`,
      (5 + stream.float() * stream.float() * 900).toFixed(2),
      pick(['groceries', 'fuel', 'rent', 'salary', 'restaurants']),
      pick(['card', 'transfer', 'cash']),
      pick(['DE', 'DE', 'DE', 'FR', 'NL']),
      new Date(day).toISOString().slice(0, 10),
      account % 3 === 0 ? 'savings' : 'checking',
      account % 5 === 0 ? 'high' : 'low',
      `A${1000 + account}`,
      `C${500 + Math.floor(account / 2)}`,
    ];
  });
  const names = [
    ...['transaction_id', 'amount', 'merchant_category', 'channel', 'counterparty_country'],
    ...['transaction_date', 'account_type', 'risk_level', 'account_id', 'customer_id'],
  ];
  return parseColumns(
    names,
    names.map((_, c) => rows.map((cells) => cells[c]!)),
  );
}

function linkageOf(seed: bigint): number {
  const table = transactions(seed);
  const entity = 'customer_id';
  const fittedAs = { mode: 'fidelity' as const, roles: ROLES, entity };
  const draw = foldDraw(table, fittedAs, { people: entity, seed })!;
  const synthetic = sample(fit(table, { ...fittedAs, seed }), { rows: table.rows, seed });
  const report = privacyReport(table, {
    holdout: null,
    synthetic,
    options: { seed, entity, roles: ROLES, draw },
  });
  return report.linkage!.pValue;
}

longTest(
  'batches of 75 customers leave few traces of them',
  () => {
    const values = Array.from({ length: 8 }, (_, i) => linkageOf(BigInt(41 + i)));
    const logarithms = values.reduce((sum, p) => sum + Math.log(p), 0);
    // With the settings of many customers it is .013.
    expect(Math.exp(logarithms / values.length)).toBeGreaterThan(0.03);
  },
  240_000,
);
