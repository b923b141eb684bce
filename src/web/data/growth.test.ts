import { describe, expect, it } from 'vitest';
import { growthLine, growthOf } from './growth.ts';

const now = Date.parse('2026-11-21T12:00:00Z');

describe('growth of the totals', () => {
  it('ends at the total and subtracts later additions', () => {
    const line = growthLine(
      150,
      [
        { at: Date.parse('2026-11-20T00:00:00Z'), records: 100 },
        { at: Date.parse('2026-11-01T00:00:00Z'), records: 20 },
      ],
      now,
    );
    expect(line).toHaveLength(31);
    expect(line[0]).toBe(30);
    expect(line.at(-1)).toBe(150);
    expect(line.at(-3)).toBe(50);
  });

  it('never goes below nothing', () => {
    expect(Math.min(...growthLine(5, [{ at: now - 1000, records: 50 }], now))).toBe(0);
  });

  it('counts rows of completed batches only, and every batch as a batch', () => {
    const log = (entity_type: string, status: string) => ({
      entity_type,
      status,
      record_count: 10,
      created_at: '2026-11-20T00:00:00Z',
    });
    const growth = growthOf([log('customers', 'completed'), log('customers', 'failed')], []);
    expect(growth.customers).toHaveLength(1);
    expect(growth.dataBatches).toHaveLength(2);
  });
});
