/** What the supervisor tells a worker that it forked; a worker on a machine of its own reads the environment. */
export type WorkerOrder = { ownerUrl: string; authenticatorUrl: string };

/** A worker that can take work says so this often. */
export const READY_EVERY_MILLISECONDS = 2000;
