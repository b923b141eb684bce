const WINDOW_MS = 60_000;
const MAX_KEYS = 10_000;

/** Counts requests per key in a sliding minute; returns 0 or the seconds to wait. */
export function createKeyLimit(now: () => number = Date.now) {
  const requests = new Map<string, number[]>();
  return (key: string, max: number): number => {
    const at = now();
    const times = requests.get(key) ?? [];
    const first = times.findIndex((time) => at - time < WINDOW_MS);
    times.splice(0, first < 0 ? times.length : first);
    if (times.length >= max) {
      return Math.max(1, Math.ceil((times[times.length - max]! + WINDOW_MS - at) / 1000));
    }
    times.push(at);
    requests.delete(key);
    requests.set(key, times);
    if (requests.size > MAX_KEYS) requests.delete(requests.keys().next().value as string);
    return 0;
  };
}
