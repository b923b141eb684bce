/**
 * Reads messages of several threads round-robin, so that parts assigned by number arrive in order.
 * All threads start with the first read; it ends when the thread whose turn it is has no more. All
 * threads have ended afterwards, in any case.
 *
 * @param start starts the thread of a number, from 0; its signal fires if the others end early
 */
export async function* threadsInTurn<Message>(
  count: number,
  start: (thread: number, signal: AbortSignal) => AsyncGenerator<Message>,
  signal: AbortSignal,
): AsyncGenerator<Message> {
  const ended = new AbortController();
  const either = AbortSignal.any([signal, ended.signal]);
  const threads = Array.from({ length: count }, (_, thread) => start(thread, either));
  const requestNext = (thread: AsyncGenerator<Message>) => {
    const next = thread.next();
    // An error out of turn is thrown at its turn.
    next.catch(() => {});
    return next;
  };
  const next = threads.map(requestNext);
  try {
    for (let turn = 0; ; turn = (turn + 1) % count) {
      const step = await next[turn]!;
      if (step.done === true) return;
      next[turn] = requestNext(threads[turn]!);
      yield step.value;
    }
  } finally {
    ended.abort();
    await Promise.allSettled(threads.map((thread) => thread.return(undefined)));
  }
}
