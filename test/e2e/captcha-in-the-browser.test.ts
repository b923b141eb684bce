import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser, openPage } from '../support/browser.ts';
import { type Sandbox, startSandbox } from '../support/sandbox.ts';
import { call, clientOf, SUPERADMIN } from '../support/users.ts';
import { seeNotice, signInOn } from '../support/visit.ts';

let sandbox: Sandbox;
let browser: Browser;

beforeAll(async () => {
  sandbox = await startSandbox({
    env: { CAPTCHA_PROVIDER: 'altcha', CAPTCHA_SECRET: 'a secret of the bank' },
  });
  const body = { ...SUPERADMIN, role: 'superadmin' };
  const token = { 'x-admin-setup-token': sandbox.setupToken };
  await call(clientOf(sandbox), 'admin-upsert-superadmin', body, token);
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
  await sandbox?.stop();
});

async function solved(): Promise<string> {
  const answer = await fetch(`${sandbox.url}/auth/v1/captcha`);
  const challenge = (await answer.json()) as Parameters<typeof solveChallenge>[0]['challenge'];
  const solution = await solveChallenge({ challenge, deriveKey });
  return btoa(JSON.stringify({ challenge, solution }));
}

test('a program signs in with a solved challenge, once with each, and with nothing else', async () => {
  const signIn = async (captchaToken?: string) => {
    const options = captchaToken === undefined ? {} : { options: { captchaToken } };
    const { error } = await clientOf(sandbox).auth.signInWithPassword({
      ...SUPERADMIN,
      ...options,
    });
    return error?.code ?? 'signed in';
  };
  const proof = await solved();
  const forged = JSON.parse(atob(await solved()));
  forged.challenge.parameters.cost = 1;
  expect(await signIn()).toBe('captcha_failed');
  expect(await signIn('no proof')).toBe('captcha_failed');
  expect(await signIn(btoa(JSON.stringify(forged)))).toBe('captcha_failed');
  expect(await signIn(proof)).toBe('signed in');
  expect(await signIn(proof)).toBe('captcha_failed');
  await expect(
    call(clientOf(sandbox), 'request-password-reset', { email: SUPERADMIN.email }),
  ).rejects.toThrow('captcha');
});

test('the pages solve it automatically: a reset is requested, and a person signs in', async () => {
  const page = await openPage(browser, { url: sandbox.url });
  await page.goto('/auth');
  await page.getByLabel('Email').fill(SUPERADMIN.email);
  await page.getByRole('button', { name: 'Forgot password?' }).click();
  await seeNotice(page, 'Reset link requested');
  await signInOn(page, SUPERADMIN);
  await page.waitForURL('**/dashboard');
});
