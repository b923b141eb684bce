import type { RealtimeClient } from '@supabase/realtime-js';
import { openClient, serviceUrl } from './client.ts';

let realtime: Promise<RealtimeClient> | undefined;

async function createRealtime(): Promise<RealtimeClient> {
  const [{ auth, publishableKey }, library] = await Promise.all([
    openClient(),
    import('@supabase/realtime-js'),
  ]);
  const client = new library.RealtimeClient(serviceUrl('realtime').replace(/^http/, 'ws'), {
    params: { apikey: publishableKey },
    accessToken: async () => (await auth.getSession()).data.session?.access_token ?? publishableKey,
  });
  // Open channels need each new token and the end of the session.
  auth.onAuthStateChange((_, session) => void client.setAuth(session?.access_token));
  return client;
}

export function openRealtime(): Promise<RealtimeClient> {
  realtime ??= createRealtime().catch((error: unknown) => {
    realtime = undefined;
    throw error;
  });
  return realtime;
}
