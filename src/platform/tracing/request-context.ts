import { AsyncLocalStorage } from 'node:async_hooks';

export type RequestContext = {
  /** From the caller's header, or generated and returned in the answer's. */
  id: string;
  traceparent: string | null;
  /** API key of the caller, which work of the server for this request names in its records. */
  keyId?: string;
};

const storage = new AsyncLocalStorage<RequestContext>();

export const withRequest = <Result>(context: RequestContext, work: () => Result): Result =>
  storage.run(context, work);

export const currentRequest = (): RequestContext | null => storage.getStore() ?? null;
