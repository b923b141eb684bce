import { AsyncLocalStorage } from 'node:async_hooks';

/** Which request the work at hand follows from. */
export type RequestContext = {
  /** From the caller's header, or made here and returned in the answer's. */
  id: string;
  traceparent: string | null;
};

const storage = new AsyncLocalStorage<RequestContext>();

/** All that `work` starts knows its request. */
export const withRequest = <Result>(context: RequestContext, work: () => Result): Result =>
  storage.run(context, work);

/** Null where no request is behind it. */
export const currentRequest = (): RequestContext | null => storage.getStore() ?? null;
