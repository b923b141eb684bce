import { GoTrueClient } from '@supabase/auth-js';
import { PostgrestClient } from '@supabase/postgrest-js';
import type { CaptchaWidget } from '../../shared/captcha.ts';
import { UNREACHABLE } from '../lib/service-error.ts';

export type HostConfig = {
  url: string;
  publishableKey: string;
  version?: string;
  needsSetup?: boolean;
  mailFrom?: string;
  /** Whether mails leave the host. */
  hasMailServer?: boolean;
  captcha?: CaptchaWidget;
  /** Whether files are where a cluster can reach them. */
  hasObjectStore?: boolean;
};

let config: Promise<HostConfig> | undefined;
let client: Promise<PageClient> | undefined;

/** A document that the host serves to everybody. */
export async function readJson<Document>(path: string): Promise<Document> {
  const response = await fetch(path);
  if (!response.ok) throw new Error(UNREACHABLE);
  return (await response.json()) as Document;
}

/** What came with the page. It is taken once: later the host is asked. */
function configInPage(): Promise<HostConfig> | undefined {
  const block = globalThis.document?.getElementById('config');
  block?.remove();
  return block ? Promise.resolve(JSON.parse(block.textContent) as HostConfig) : undefined;
}

/** What the host says about itself. Asked once, where the page does not say it; asked again after a failure. */
export function hostConfig(): Promise<HostConfig> {
  config ??=
    configInPage() ??
    readJson<HostConfig>('/config.json').catch((error: unknown) => {
      config = undefined;
      throw error;
    });
  return config;
}

/** Asks again, after something that changes the answer. */
export function forgetHostConfig(): void {
  config = undefined;
}

let asking = false;

/**
 * Where a service refuses the session, the auth service is asked about it: of one that was ended elsewhere
 * the client learns so, drops it and tells the page.
 */
const watchfulFetch: typeof fetch = async (input, init) => {
  const answer = await fetch(input, init);
  // A session's end is given by the server's clock, and `expires_in` by any: where this machine's clock is a day
  // ahead, the client would take every session for expired and renew it without end.
  if (answer.ok && answer.url.includes('/auth/v1/token')) {
    const session = { ...(await answer.json()), expires_at: undefined };
    return new Response(JSON.stringify(session), answer);
  }
  if (answer.status === 401 && !asking && !answer.url.includes('/auth/v1/')) {
    asking = true;
    openClient()
      .then((known) => known.auth.getUser())
      .catch(() => undefined)
      .finally(() => {
        asking = false;
      });
  }
  return answer;
};

/** Tables, who asks, and how the other services are asked: `send` says by its headers whose request it is. */
export type PageClient = PostgrestClient & {
  auth: GoTrueClient;
  publishableKey: string;
  send: typeof fetch;
};

/** The services stand on the page's own origin. */
export const serviceUrl = (name: 'auth' | 'rest' | 'storage' | 'functions' | 'realtime') =>
  new URL(`/${name}/v1`, window.location.origin).href;

function createPageClient({ publishableKey }: HostConfig): PageClient {
  const auth = new GoTrueClient({
    url: serviceUrl('auth'),
    headers: { apikey: publishableKey },
    // Where the published client keeps the session.
    storageKey: `sb-${window.location.hostname.split('.')[0]}-auth-token`,
    flowType: 'pkce',
    detectSessionInUrl: false,
    experimental: { recoveryCodes: true },
    fetch: watchfulFetch,
  });
  const send: typeof fetch = async (input, init) => {
    const { data } = await auth.getSession();
    const headers = new Headers(init?.headers);
    headers.set('apikey', publishableKey);
    if (data.session) headers.set('authorization', `Bearer ${data.session.access_token}`);
    return watchfulFetch(input, { ...init, headers });
  };
  const rest = new PostgrestClient(serviceUrl('rest'), { schema: 'public', fetch: send });
  return Object.assign(rest, { auth, publishableKey, send });
}

/**
 * The one client of this page: of the published client's parts those that it needs before its first rows. Files and live
 * rows have theirs, which load when they are used.
 */
export function openClient(): Promise<PageClient> {
  client ??= hostConfig()
    .then(createPageClient)
    .catch((error: unknown) => {
      client = undefined;
      throw error;
    });
  return client;
}
