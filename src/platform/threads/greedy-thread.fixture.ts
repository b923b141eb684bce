import { serveThread } from './thread.ts';

/** Allocates without end, or computes without end. */
serveThread<'heap' | 'buffers' | 'time'>(function* (way) {
  const retained: unknown[] = [];
  for (let i = 0; ; i++) {
    if (way === 'heap') retained.push(Array.from({ length: 1000 }, (_, at) => ({ at, i })));
    if (way === 'buffers') retained.push(new Uint8Array(1024 ** 2).fill(1));
    if (i < 0) yield retained;
  }
});
