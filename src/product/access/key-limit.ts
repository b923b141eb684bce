import { createHash } from 'node:crypto';

const MAX = 120;
const WINDOW_SECONDS = 60;
const MAX_KEYS = 10_000;

/** Counts requests per key in a sliding minute; returns 0 or the seconds to wait. */
export function createKeyLimit(now: () => number = Date.now) {
  const requests = new Map<string, number[]>();
  return (key: string): number => {
    const id = createHash('sha256').update(key).digest('base64');
    const at = now();
    const recent = (requests.get(id) ?? []).filter((time) => at - time < WINDOW_SECONDS * 1000);
    if (recent.length >= MAX) {
      requests.set(id, recent);
      return Math.max(1, Math.ceil((recent[0]! + WINDOW_SECONDS * 1000 - at) / 1000));
    }
    recent.push(at);
    requests.delete(id);
    requests.set(id, recent);
    if (requests.size > MAX_KEYS) requests.delete(requests.keys().next().value as string);
    return 0;
  };
}
