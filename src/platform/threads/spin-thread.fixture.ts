import { serveThread } from './thread.ts';

/** Computes without yielding, checking only the signal. */
serveThread<null>(function* (_input, signal) {
  for (let i = 0; !signal.aborted; i++) Math.fround(i);
  yield 'ended';
});
