import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '../../src/platform/gateway/free-port.ts';
import { type AuthHost, PUBLISHABLE, startAuthHost } from '../support/auth-host.ts';
import { addSecurityKey, openBrowser } from '../support/browser.ts';
import { root } from '../support/sandbox.ts';

/** Published client as loaded by a page. */
const bundle = readFileSync(
  join(root, 'node_modules/@supabase/supabase-js/dist/umd/supabase.js'),
  'utf8',
);
const account = { email: 'browser@bank.example', password: 'a good password' };
/** Client in the pages below; code sent to them is not typed. */
declare const window: {
  client: Client;
  supabase: { createClient: (...given: unknown[]) => Client };
};
type Client = {
  // biome-ignore lint/suspicious/noExplicitAny: the page's own world.
  auth: any;
};

let host: AuthHost;
let browser: Browser;

beforeAll(async () => {
  host = await startAuthHost(() => [], { port: await freePort() });
  await host.addUser(account.email, account.password);
  browser = await openBrowser();
});
afterAll(async () => {
  await browser.close();
  await host.close();
});

async function openClient(): Promise<Page> {
  const context = await browser.newContext({ bypassCSP: true });
  const page = await context.newPage();
  await page.clock.install();
  await page.goto(`${host.platform.publicUrl}/auth/v1/health`);
  await page.addScriptTag({ content: bundle });
  await page.evaluate(
    ([url, key]) => {
      window.client = window.supabase.createClient(url, key, {
        auth: { detectSessionInUrl: false },
      });
    },
    [host.platform.publicUrl, PUBLISHABLE],
  );
  return page;
}

const signIn = (page: Page) =>
  page.evaluate(async (given) => {
    const { error } = await window.client.auth.signInWithPassword(given);
    if (error) throw error;
  }, account);

const storedSession = (page: Page) =>
  page.evaluate(async () => (await window.client.auth.getSession()).data.session);

const refreshes = (page: Page) => {
  const seen: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('grant_type=refresh_token')) seen.push(request.url());
  });
  return seen;
};

const show = (page: Page, state: 'hidden' | 'visible') =>
  page.evaluate((to) => {
    const scope = globalThis as unknown as { document: EventTarget; Event: typeof Event };
    Object.defineProperty(scope.document, 'visibilityState', { value: to, configurable: true });
    scope.document.dispatchEvent(new scope.Event('visibilitychange', { bubbles: true }));
  }, state);

test('the client refreshes within 90 seconds of the end, on its 30-second tick', async () => {
  const page = await openClient();
  await signIn(page);
  const first = await storedSession(page);
  const seen = refreshes(page);
  await page.clock.fastForward((first.expires_in - 150) * 1000);
  await page.clock.runFor(29_000);
  expect(seen).toHaveLength(0);
  await page.clock.runFor(61_000);
  await expect.poll(() => seen.length).toBe(1);
  await expect
    .poll(async () => (await storedSession(page)).refresh_token)
    .not.toBe(first.refresh_token);
  await page.context().close();
});

test('a hidden page does not refresh; shown again it does', async () => {
  const page = await openClient();
  await signIn(page);
  const first = await storedSession(page);
  const seen = refreshes(page);
  await show(page, 'hidden');
  await page.clock.fastForward((first.expires_in - 60) * 1000);
  await page.clock.runFor(59_000);
  expect(seen).toHaveLength(0);
  await show(page, 'visible');
  await expect.poll(() => seen.length).toBe(1);
  await page.context().close();
});

test('a session that was ended elsewhere is removed when it cannot be refreshed', async () => {
  const [here, there] = [await openClient(), await openClient()];
  await signIn(here);
  await signIn(there);
  await there.evaluate(async () => {
    await window.client.auth.signOut({ scope: 'others' });
  });
  const event = here.evaluate(
    () =>
      new Promise((resolve) => {
        window.client.auth.onAuthStateChange((event: string) => {
          if (event === 'SIGNED_OUT') resolve(event);
        });
      }),
  );
  const errorName = await here.evaluate(
    async () => (await window.client.auth.getUser()).error?.name,
  );
  expect(errorName).toBe('AuthSessionMissingError');
  await here.clock.fastForward(3_700_000);
  await here.clock.runFor(31_000);
  expect(await event).toBe('SIGNED_OUT');
  expect(await storedSession(here)).toBeNull();
  expect(await storedSession(there)).not.toBeNull();
  await Promise.all([here, there].map((page) => page.context().close()));
});

test('a security key in the browser: registered, asked for at sign-in, and refused when it is another', async () => {
  const page = await openClient();
  await page.clock.resume();
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  const key = await addSecurityKey(devtools);
  await signIn(page);
  const registered = await page.evaluate(async () => {
    const { data, error } = await window.client.auth.mfa.webauthn.register({
      friendlyName: 'Blue key',
    });
    return { user: data?.user?.email, error: error?.message };
  });
  expect(registered).toEqual({ user: account.email, error: undefined });
  const level = () =>
    page.evaluate(async () => {
      const { data } = await window.client.auth.mfa.getAuthenticatorAssuranceLevel();
      return [data.currentLevel, data.nextLevel];
    });
  expect(await level()).toEqual(['aal2', 'aal2']);

  await signIn(page);
  expect(await level()).toEqual(['aal1', 'aal2']);
  const answer = () =>
    page.evaluate(async () => {
      const { data } = await window.client.auth.mfa.listFactors();
      const { error } = await window.client.auth.mfa.webauthn.authenticate({
        factorId: data.webauthn[0].id,
      });
      return error?.message ?? 'passed';
    });
  expect(await answer()).toBe('passed');
  expect(await level()).toEqual(['aal2', 'aal2']);

  await signIn(page);
  await devtools.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId: key });
  await addSecurityKey(devtools);
  expect(await answer()).not.toBe('passed');
  expect(await level()).toEqual(['aal1', 'aal2']);
  await page.context().close();
});
