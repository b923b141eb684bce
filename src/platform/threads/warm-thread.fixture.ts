import { threadId } from 'node:worker_threads';
import { serveThread } from './thread.ts';

const startedAt = Date.now();

serveThread<number>(function* (input) {
  yield { input, startedAt, thread: threadId };
});
