import { serveThread } from './thread.ts';

/** Computes without ever giving up its turn, but for a look at the signal. */
serveThread<null>(function* (_input, signal) {
  for (let i = 0; !signal.aborted; i++) Math.fround(i);
  yield 'ended';
});
