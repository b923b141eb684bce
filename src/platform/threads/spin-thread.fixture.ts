import { serveThread } from './thread.ts';

serveThread<null>(function* (_input, signal) {
  for (let i = 0; !signal.aborted; i++) Math.fround(i);
  yield 'ended';
});
