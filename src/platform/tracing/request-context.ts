import { AsyncLocalStorage } from 'node:async_hooks';

/** Request that the current work belongs to. */
export type RequestContext = {
  /** From the caller's header, or generated and returned in the answer's. */
  id: string;
  traceparent: string | null;
};

const storage = new AsyncLocalStorage<RequestContext>();

/** Runs work, and everything it starts, in the context of a request. */
export const withRequest = <Result>(context: RequestContext, work: () => Result): Result =>
  storage.run(context, work);

/** Returns the current request; null outside of one. */
export const currentRequest = (): RequestContext | null => storage.getStore() ?? null;
