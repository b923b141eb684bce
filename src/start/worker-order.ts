/** Settings sent to a forked worker; a standalone worker reads the environment. */
export type WorkerOrder = { ownerUrl: string; authenticatorUrl: string; logUrl: string };
