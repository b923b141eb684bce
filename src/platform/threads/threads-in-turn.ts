/**
 * Takes messages of several threads in turn, one of each, so that parts assigned to threads by number come in order.
 * All threads work from the first message asked for; ends when the thread whose turn it is has no more. However it
 * ends, every thread has ended too.
 *
 * @param start begins the thread of a number, from 0; its signal fires when the others end early
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
    // One that fails out of turn is heard when its turn comes.
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
