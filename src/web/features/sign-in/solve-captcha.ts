import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2';
import type { CaptchaWidget } from '../../../shared/captcha.ts';

type Challenge = Parameters<typeof solveChallenge>[0]['challenge'];
type Provider = Exclude<CaptchaWidget, { provider: 'altcha' }>['provider'];

/** Common interface of both providers' scripts. */
type Widget = {
  render: (place: HTMLElement, options: Record<string, unknown>) => string;
  execute: (id: string) => void;
  remove: (id: string) => void;
};

const SCRIPTS: Record<Provider, string> = {
  hcaptcha: 'https://js.hcaptcha.com/1/api.js?render=explicit',
  turnstile: 'https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit',
};

const NOT_SOLVED = 'The CAPTCHA was not completed. Try again.';
const NOT_LOADED = 'The CAPTCHA could not be loaded. Try again.';

async function work(): Promise<string> {
  const answer = await fetch('/auth/v1/captcha');
  if (!answer.ok) throw new Error(NOT_LOADED);
  const challenge = (await answer.json()) as Challenge;
  const solution = await solveChallenge({ challenge, deriveKey });
  if (solution === null) throw new Error(NOT_SOLVED);
  return btoa(JSON.stringify({ challenge, solution }));
}

const loaded = new Map<Provider, Promise<Widget>>();

function load(provider: Provider): Promise<Widget> {
  const cached = loaded.get(provider);
  if (cached) return cached;
  const loading = new Promise<Widget>((resolve, reject) => {
    const script = document.createElement('script');
    script.src = SCRIPTS[provider];
    script.onload = () => resolve((window as unknown as Record<Provider, Widget>)[provider]);
    script.onerror = () => {
      loaded.delete(provider);
      script.remove();
      reject(new Error(NOT_LOADED));
    };
    document.head.append(script);
  });
  loaded.set(provider, loading);
  return loading;
}

async function ask({
  provider,
  siteKey,
}: {
  provider: Provider;
  siteKey: string;
}): Promise<string> {
  const widget = await load(provider);
  const place = document.createElement('div');
  place.className = 'fixed inset-x-0 bottom-4 z-50 flex justify-center';
  document.body.append(place);
  let id: string | undefined;
  try {
    return await new Promise<string>((resolve, reject) => {
      const fail = () => reject(new Error(NOT_SOLVED));
      id = widget.render(place, {
        sitekey: siteKey,
        callback: resolve,
        'error-callback': fail,
        'close-callback': fail,
        'timeout-callback': fail,
        ...(provider === 'hcaptcha'
          ? { size: 'invisible' }
          : { execution: 'execute', appearance: 'interaction-only' }),
      });
      widget.execute(id);
    });
  } finally {
    if (id !== undefined) widget.remove(id);
    place.remove();
  }
}

/** Solves the CAPTCHA. Imports nothing of the pages, so that sign-in stays a separate chunk. */
export const solveCaptcha = (captcha: CaptchaWidget): Promise<string> =>
  captcha.provider === 'altcha' ? work() : ask(captcha);
