import { createHash } from 'node:crypto';

const MAX = 120;
const WINDOW_SECONDS = 60;
const MAX_KEYS = 10_000;

/** Counts requests per key in a sliding minute; returns 0 or the seconds to wait. */
export function createKeyLimit(now: () => number = Date.now) {
  const seen = new Map<string, number[]>();
  return (key: string): number => {
    const id = createHash('sha256').update(key).digest('base64');
    const at = now();
    const recent = (seen.get(id) ?? []).filter((time) => at - time < WINDOW_SECONDS * 1000);
    if (recent.length >= MAX) {
      seen.set(id, recent);
      return Math.max(1, Math.ceil((recent[0]! + WINDOW_SECONDS * 1000 - at) / 1000));
    }
    recent.push(at);
    seen.delete(id);
    seen.set(id, recent);
    if (seen.size > MAX_KEYS) seen.delete(seen.keys().next().value as string);
    return 0;
  };
}
