import { afterAll, beforeAll } from 'vitest';

/** Starts something before a file's tests and closes it after them. Unavailable until then. */
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
