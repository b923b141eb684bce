import type { DatabaseAccess } from '../platform/database/access.ts';

/** Settings sent to a forked process; a standalone worker reads the environment. */
export type ProcessOrder = DatabaseAccess & {
  /** True if the process replaces one that ended. */
  isRestart?: boolean;
};

/** Message of a forked process once it serves. */
export const READY = 'ready';

/** Waits for the order of the parent. */
export const receiveOrder = (): Promise<ProcessOrder> =>
  new Promise((resolve) => {
    process.once('message', (order: ProcessOrder) => {
      process.channel?.unref();
      resolve(order);
    });
  });
