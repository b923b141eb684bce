import { expect, test } from 'vitest';
import { streamFor } from '../../../random/stream.ts';
import { sentencesIn } from '../sentences-in.fixture.ts';

test('a fee of sales depends on the side, not on the sign of the net amount that follows from it', () => {
  const stream = streamFor(4n, 0, 0);
  const rows = Array.from({ length: 2400 }, () => {
    const gross = Math.round(100 * Math.exp(6 + 6 * stream.float())) / 100;
    const isSale = stream.below(2) === 0;
    const commission = Math.max(4.95, Math.round(gross * 0.08) / 100);
    const fee = isSale ? Math.round(gross * 0.00278) / 100 : 0;
    const net = isSale ? gross - commission - fee : -gross - commission;
    return [isSale ? 'SELL' : 'BUY', ...[gross, commission, fee, net].map((n) => n.toFixed(2))];
  });
  expect(sentencesIn(['side', 'gross', 'commission', 'fee', 'net'], rows)).toEqual(
    expect.arrayContaining([
      'fee = 0 where side is BUY',
      'fee = gross × 0.0000278 where side is SELL',
      'net = − gross − commission where side is BUY',
      'net = gross − commission − fee where side is SELL',
    ]),
  );
});

test('what is overdue is found though nine of ten contracts owe nothing', () => {
  const stream = streamFor(5n, 0, 0);
  const rows = Array.from({ length: 2000 }, () => {
    const rate = Math.round(20_000 + 80_000 * stream.float()) / 100;
    const level = stream.below(10) === 0 ? 1 + stream.below(3) : 0;
    return [rate.toFixed(2), String(level), (rate * level).toFixed(2)];
  });
  expect(sentencesIn(['rate', 'level', 'overdue'], rows)).toContain('overdue = rate × level');
});
