/** Quiet time after which a burst of calls runs, and the longest wait within a longer one. */
type Waits = { quietMs: number; mostMs: number };

/** Returns a function that runs `act` once for a burst of calls. */
export function gather(act: () => void, { quietMs, mostMs }: Waits): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let since: number | null = null;
  return () => {
    const now = Date.now();
    since ??= now;
    clearTimeout(timer);
    timer = setTimeout(
      () => {
        since = null;
        act();
      },
      Math.max(0, Math.min(quietMs, since + mostMs - now)),
    );
  };
}
