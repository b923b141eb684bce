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
  hasMailServer?: boolean;
  captcha?: CaptchaWidget;
  /** True if a witness or a time-stamping authority signs the log. */
  isWitnessed?: boolean;
  hasObjectStore?: boolean;
};

let config: Promise<HostConfig> | undefined;
let client: Promise<PageClient> | undefined;

export async function readJson<Document>(path: string): Promise<Document> {
  const response = await fetch(path);
  if (!response.ok) throw new Error(UNREACHABLE);
  return (await response.json()) as Document;
}

/** Takes the configuration embedded in the page. It is used once; later calls ask the host. */
function configInPage(): Promise<HostConfig> | undefined {
  const block = globalThis.document?.getElementById('config');
  block?.remove();
  return block ? Promise.resolve(JSON.parse(block.textContent) as HostConfig) : undefined;
}

export function hostConfig(): Promise<HostConfig> {
  config ??=
    configInPage() ??
    readJson<HostConfig>('/config.json').catch((error: unknown) => {
      config = undefined;
      throw error;
    });
  return config;
}

export function forgetHostConfig(): void {
  config = undefined;
}

let asking = false;

/** Wraps fetch: a 401 makes it check the session, so that one ended elsewhere is dropped. */
const watchfulFetch: typeof fetch = async (input, init) => {
  const answer = await fetch(input, init);
  // Drop `expires_at`, which is by the server's clock, and keep the relative `expires_in`. With a
  // local clock a day ahead, the client would treat each session as expired and renew it endlessly.
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

/** Client for tables and auth. `send` calls the other services with the session's headers. */
export type PageClient = PostgrestClient & {
  auth: GoTrueClient;
  publishableKey: string;
  send: typeof fetch;
};

export const serviceUrl = (name: 'auth' | 'rest' | 'storage' | 'functions' | 'realtime') =>
  new URL(`/${name}/v1`, window.location.origin).href;

function createPageClient({ publishableKey }: HostConfig): PageClient {
  const auth = new GoTrueClient({
    url: serviceUrl('auth'),
    headers: { apikey: publishableKey },
    // Session key used by the published client.
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

/** Opens the page's only client with what the first rows need; the rest loads on first use. */
export function openClient(): Promise<PageClient> {
  client ??= hostConfig()
    .then(createPageClient)
    .catch((error: unknown) => {
      client = undefined;
      throw error;
    });
  return client;
}
