import { serveThread } from '../../platform/threads/thread.ts';
import { countTaken, type PreviewInput } from './count-taken.ts';

serveThread<PreviewInput>(countTaken);
