import { check, ServiceError } from '../lib/service-error.ts';
import { openClient } from './client.ts';

const OURS = ['code', 'sb_flow_id', 'error', 'error_code', 'error_description'];

/**
 * Takes up what a provider sent back with the address: a code, which only the browser that set out can
 * exchange for its session, or a refusal, which is thrown. False where the address carries neither.
 */
export async function takeProviderAnswer(): Promise<boolean> {
  const { pathname, search, hash } = window.location;
  const query = new URLSearchParams(search);
  const refusal =
    query.get('error_description') ??
    new URLSearchParams(hash.replace(/^#/, '')).get('error_description');
  const code = query.get('code');
  const flowId = query.get('sb_flow_id');
  if (refusal === null && code === null) return false;
  // Spent once; it is not to be sent again with a reload.
  for (const name of OURS) query.delete(name);
  const rest = query.size > 0 ? `?${query}` : '';
  window.history.replaceState(window.history.state, '', `${pathname}${rest}`);
  if (refusal !== null || code === null) throw new ServiceError(refusal ?? 'Sign-in failed');
  const client = await openClient();
  check(await client.auth.exchangeCodeForSession(code, flowId === null ? {} : { flowId }));
  return true;
}
