import { expect, test, vi } from 'vitest';
import type { Caller } from '../../platform/gateway/caller.ts';
import type { AppError } from '../../shared/errors.ts';
import type { Product } from '../product.ts';
import { apiKeyFunctions } from './api-keys.ts';
import { createKeyUse } from './key-use.ts';

const holder = (key: string) =>
  ({ role: 'key_holder', claims: { key_id: key, tables: ['transactions'] } }) as Caller;

function useAt() {
  let at = 1_000_000;
  const use = createKeyUse(() => at);
  const pass = (seconds: number) => {
    at += seconds * 1000;
  };
  const waits = (caller: Caller) => {
    try {
      use.admit(caller);
      return 0;
    } catch (error) {
      return (error as AppError).retryAfter ?? Number.NaN;
    }
  };
  return { ...use, pass, waits };
}

test('3,000,000 rows a minute by a key, then the seconds to wait', () => {
  const { add, waits, pass } = useAt();
  const [own, other] = [holder('own'), holder('other')];
  for (let i = 0; i < 3000; i++) {
    expect(waits(own)).toBe(0);
    add(own, { rows: 1000, ms: 5 });
    if (i % 100 === 99) pass(1);
  }
  expect(waits(own)).toBe(30);
  expect(waits(other)).toBe(0);
  expect(waits({ role: 'service_role' })).toBe(0);
  pass(30);
  expect(waits(own)).toBe(0);
});

test('a minute of reading a minute: one reader is never refused, four share it', () => {
  const alone = useAt();
  for (let second = 0; second < 300; second++) {
    expect(alone.waits(holder('own'))).toBe(0);
    alone.add(holder('own'), { rows: 10, ms: 999 });
    alone.pass(1);
  }
  const four = useAt();
  let refused = 0;
  for (let second = 0; second < 60; second++) {
    if (four.waits(holder('own')) > 0) refused++;
    else four.add(holder('own'), { rows: 10, ms: 4000 });
    four.pass(1);
  }
  expect(refused).toBe(45);
});

test('a key above its rows is refused before a statement', async () => {
  const use = createKeyUse();
  const asCaller = vi.fn();
  const product = { platform: { database: { asCaller } } } as unknown as Product;
  const query = apiKeyFunctions(product, use).find(({ name }) => name === 'sandbox-query');
  const call = { caller: holder('own'), body: { table: 'transactions', filters: {}, limit: 10 } };
  use.add(holder('own'), { rows: 3_000_000, ms: 1 });
  await expect(query?.handle?.(call as never)).rejects.toThrow('This key read 3,000,000 rows');
  expect(asCaller).not.toHaveBeenCalled();
});
