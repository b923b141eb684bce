import { TASKS } from '../../engines/tasks.ts';
import { servePool } from '../../platform/threads/pool.ts';

servePool(TASKS);
