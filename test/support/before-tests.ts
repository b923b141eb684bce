import { afterAll, beforeAll } from 'vitest';

/**
 * Starts something before a file's tests and closes it behind them. Its parts are there from the first hook or test
 * that follows, not before.
 */
export function startBeforeTests<Started extends { close: () => Promise<void> }>(
  start: () => Promise<Started>,
): Started {
  const parts: Partial<Started> = {};
  beforeAll(async () => {
    Object.assign(parts, await start());
  });
  afterAll(() => parts.close?.());
  return parts as Started;
}
