import { expect, test } from 'vitest';
import { fitMemory } from '../synthesize/fit/check-table.ts';
import { fit } from '../synthesize/fit/fit.ts';
import { FitRefused } from '../synthesize/index.ts';
import { parseColumns } from './parse-columns.ts';
import { refuseMemory } from './refuse-memory.ts';

test.each([
  [20_000, 250, 2 ** 30, null, null],
  [76_000, 370, 2 ** 30, null, null],
  [76_000, 700, 2 ** 30, 59_634, 548],
  [1_000_000, 100, 2 ** 30, 455_655, 47],
])('%i rows of %i columns within 1 GB', (rows, columns, mostMemory, fewer, narrower) => {
  const refusal = refuseMemory(fitMemory, { rows, columns, mostMemory });
  if (fewer === null || narrower === null) {
    expect(refusal).toBeNull();
    return;
  }
  expect(refusal).toContain(
    `At most ${fewer} rows of ${columns} columns fit, or ${rows} rows of ${narrower} columns.`,
  );
  expect(fitMemory(fewer, columns)).toBeLessThanOrEqual(mostMemory);
  expect(fitMemory(fewer + 1, columns)).toBeGreaterThan(mostMemory);
  expect(fitMemory(rows, narrower)).toBeLessThanOrEqual(mostMemory);
  expect(fitMemory(rows, narrower + 1)).toBeGreaterThan(mostMemory);
});

test('a fit is refused above its limit, and runs at it', () => {
  const table = parseColumns(['a'], [Array.from({ length: 40 }, (_, row) => String(row % 4))]);
  const options = { mode: 'balanced', seed: 1n } as const;
  const needed = fitMemory(40, 1);
  expect(fit(table, { ...options, mostMemory: needed }).rows).toBe(40);
  expect(() => fit(table, { ...options, mostMemory: needed - 1 })).toThrow(FitRefused);
});
