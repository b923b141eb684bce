import { expect, test } from 'vitest';
import { streamFor } from '../../../random/stream.ts';
import { formatCell } from '../../../table/format-table.ts';
import { fit, modelFromBytes, modelToBytes, ruleSentences, sample } from '../../index.ts';
import { table } from '../../related-tables.fixture.ts';

const NAMES = ['debt', 'payment', 'income', 'dti', 'cost', 'price', 'margin', 'decision'];

/** Applications with a debt ratio that decides, and goods with a margin. */
function applications({ isNoisy = false } = {}) {
  const stream = streamFor(29n, 0, 0);
  const rows = Array.from({ length: 3000 }, () => {
    const money = (low: number, high: number) =>
      Math.round(100 * (low + (high - low) * stream.float())) / 100;
    const [debt, payment, income] = [money(0, 900), money(200, 3000), money(2000, 9000)];
    const [cost, price] = [money(50, 400), money(400, 900)];
    const noise = () => (isNoisy ? money(-9, 9) : 0);
    const dti = (100 * (debt + payment)) / income + noise();
    const margin = (price - cost) / price + noise() / 100;
    const decision = Number(dti.toFixed(1)) > 45 ? 'declined' : 'approved';
    return [
      ...[debt, payment, income].map((value) => value.toFixed(2)),
      dti.toFixed(1),
      ...[cost, price].map((value) => value.toFixed(2)),
      margin.toFixed(4),
      decision,
    ];
  });
  return table(NAMES, rows);
}

test('ratios of a sum and of a difference are named, and held in drawn rows', () => {
  const file = applications();
  const model = modelFromBytes(modelToBytes(fit(file, { mode: 'balanced', seed: 1n })));
  expect(ruleSentences(model, file.columns)).toEqual(
    expect.arrayContaining([
      'dti = (debt + payment) / income × 100',
      'margin = (price − cost) / price',
    ]),
  );
  const drawn = sample(model, { rows: 1000, seed: 2n });
  const broken = Array.from({ length: drawn.rows }, (_, row) => {
    const [debt, payment, income, dti, cost, price, margin] = drawn.columns.map((own) =>
      Number(formatCell(own, row)),
    ) as [number, number, number, number, number, number, number];
    const isKept =
      Math.abs((100 * (debt + payment)) / income - dti) < 0.051 &&
      Math.abs((price - cost) / price - margin) < 0.000051;
    return isKept && (formatCell(drawn.columns[7]!, row) === 'declined') === dti > 45 ? [] : [row];
  });
  expect(broken.flat()).toEqual([]);
});

test('ratios that rows miss are not found', () => {
  const file = applications({ isNoisy: true });
  const model = fit(file, { mode: 'balanced', seed: 1n });
  expect(ruleSentences(model, file.columns).filter((own) => own.includes('('))).toEqual([]);
});
