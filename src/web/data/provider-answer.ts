import { check, ServiceError } from '../lib/service-error.ts';
import { openClient } from './client.ts';

const OURS = ['code', 'sb_flow_id', 'error', 'error_code', 'error_description'];

/** Exchanges the code of a provider's answer for a session; false if the address has none. */
export async function takeProviderAnswer(): Promise<boolean> {
  const { pathname, search, hash } = window.location;
  const query = new URLSearchParams(search);
  const refusal =
    query.get('error_description') ??
    new URLSearchParams(hash.replace(/^#/, '')).get('error_description');
  const code = query.get('code');
  const flowId = query.get('sb_flow_id');
  if (refusal === null && code === null) return false;
  // The code works once; a reload must not send it again.
  for (const name of OURS) query.delete(name);
  const rest = query.size > 0 ? `?${query}` : '';
  window.history.replaceState(window.history.state, '', `${pathname}${rest}`);
  if (refusal !== null || code === null) throw new ServiceError(refusal ?? 'Sign-in failed');
  const client = await openClient();
  check(await client.auth.exchangeCodeForSession(code, flowId === null ? {} : { flowId }));
  return true;
}
