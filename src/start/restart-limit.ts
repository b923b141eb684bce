const WINDOW_MILLISECONDS = 60_000;
const MAX_RESTARTS = 5;

/** Counts restarts by part; false once a part needs more than five within a minute. */
export function createRestartLimit(now: () => number = Date.now): (part: string) => boolean {
  const restarts = new Map<string, number[]>();
  return (part) => {
    const recent = (restarts.get(part) ?? []).filter((at) => now() - at < WINDOW_MILLISECONDS);
    restarts.set(part, [...recent, now()]);
    return recent.length < MAX_RESTARTS;
  };
}
