/** What the supervisor sends a worker that it forked; a worker on a machine of its own reads the environment. */
export type WorkerOrder = { ownerUrl: string; authenticatorUrl: string; logUrl: string };
