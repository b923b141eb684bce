import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser, openPage } from '../support/browser.ts';
import { startPrepared } from '../support/prepared.ts';
import type { Sandbox } from '../support/sandbox.ts';
import { clientOf, makeUser, setUpSuperadmin } from '../support/users.ts';
import { enter, signInOn } from '../support/visit.ts';

const ada = { email: 'ada@bank.example', password: 'the first password' };
let sandbox: Sandbox;
let browser: Browser;

beforeAll(async () => {
  sandbox = await startPrepared();
  const superadmin = await setUpSuperadmin(sandbox);
  await makeUser(sandbox, superadmin, { ...ada, organization: 'Valley' });
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
  await sandbox?.stop();
});

test('a browser that signed in before signs in again while its address guesses the password', async () => {
  const page = await openPage(browser, { url: sandbox.url });
  await signInOn(page, ada);
  const cookies = await page.context().cookies(`${sandbox.url}/auth/v1/token`);
  expect(cookies).toMatchObject([
    { name: expect.stringMatching(/^sandbox-device-/), httpOnly: true, sameSite: 'Strict' },
  ]);
  await page.getByRole('button', { name: 'Logout' }).click();
  await page.waitForURL('**/auth');

  const guess = async (password: string) =>
    (await clientOf(sandbox).auth.signInWithPassword({ ...ada, password })).error?.status;
  for (let i = 0; i < 10; i++) expect(await guess(`guess ${i}`)).toBe(400);
  expect(await guess(ada.password)).toBe(429);
  await enter(page, ada);
  expect(new URL(page.url()).pathname).toBe('/dashboard');
  await page.context().close();
});
