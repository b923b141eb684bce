const SIGNALS = { SIGINT: 130, SIGTERM: 143 } as const;

/** Error of work stopped by Ctrl-C. A second Ctrl-C ends the process at once. */
class Interrupted extends Error {
  readonly exitCode: number;
  constructor(signal: keyof typeof SIGNALS) {
    super(`stopped by ${signal}`);
    this.exitCode = SIGNALS[signal];
  }
}

export const yieldToEventLoop = (): Promise<void> =>
  new Promise((resolve) => setImmediate(resolve));

/** Runs work that cleans up on Ctrl-C or SIGTERM; then returns 128 plus the signal number. */
export async function interruptible(
  work: (signal: AbortSignal) => Promise<number>,
): Promise<number> {
  const controller = new AbortController();
  const stops = Object.keys(SIGNALS).map((name) => {
    const signal = name as keyof typeof SIGNALS;
    const stop = () => controller.abort(new Interrupted(signal));
    process.once(signal, stop);
    return () => process.off(signal, stop);
  });
  try {
    return await work(controller.signal);
  } catch (error) {
    const { reason } = controller.signal;
    if (!(reason instanceof Interrupted)) throw error;
    process.stderr.write(`${reason.message}; nothing was written\n`);
    return reason.exitCode;
  } finally {
    for (const stop of stops) stop();
  }
}
