import { Secret, TOTP } from 'otpauth';
import type { Browser, CDPSession, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addSecurityKey, openBrowser, openPage } from '../support/browser.ts';
import { startPrepared } from '../support/prepared.ts';
import type { Sandbox } from '../support/sandbox.ts';
import { clientOf, SUPERADMIN, setUpSuperadmin } from '../support/users.ts';

let sandbox: Sandbox;
let browser: Browser;
let page: Page;
let codes: string[];
let devtools: CDPSession;
let authenticatorId: string;

beforeAll(async () => {
  sandbox = await startPrepared();
  await setUpSuperadmin(sandbox);
  browser = await openBrowser();
  page = await openPage(browser, { url: sandbox.url });
  devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  authenticatorId = await addSecurityKey(devtools);
});
afterAll(async () => {
  await browser?.close();
  await sandbox?.stop();
});

const button = (name: string | RegExp) => page.getByRole('button', { name });
const region = (name: string) => page.getByRole('region', { name });
const notice = (words: string | RegExp) => page.getByText(words).first().waitFor();

async function enterPassword(): Promise<void> {
  await page.goto('/auth');
  await page.getByLabel('Email').fill(SUPERADMIN.email);
  await page.getByLabel('Password', { exact: true }).fill(SUPERADMIN.password);
  await button('Sign In').click();
}

async function arrive(): Promise<void> {
  await page.waitForURL('**/dashboard');
  await button('Skip').click();
}

async function signOut(): Promise<void> {
  await button('Logout').click();
  await page.waitForURL('**/auth');
}

test('an authenticator is added with its first code, and recovery codes are shown once', async () => {
  await enterPassword();
  await arrive();
  await page.goto('/settings');
  await region('Second factors').getByText('No second factor yet').waitFor();
  await button('Add authenticator app').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await notice('Name is required');
  await dialog.getByLabel('Name').fill('Work phone');
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await dialog.getByAltText('QR code for the authenticator app').waitFor();
  const secret = Secret.fromBase32((await dialog.locator('code').getAttribute('title'))!);
  await dialog.getByLabel('Authentication code').fill('12');
  await dialog.getByRole('button', { name: 'Verify' }).click();
  await notice('Enter the six digits');
  await dialog.getByLabel('Authentication code').fill(new TOTP({ secret }).generate());
  await dialog.getByRole('button', { name: 'Verify' }).click();
  await notice('Second factor added');
  await region('Second factors').getByText('Work phone').first().waitFor();

  await button('Generate recovery codes').click();
  codes = (await dialog.locator('pre').textContent())!.split('\n');
  expect(new Set(codes).size).toBe(10);
  await dialog.getByRole('button', { name: 'Done' }).click();
  await region('Second factors').getByText('10 of 10 unused').waitFor();
});

test('the password alone leads nowhere; a recovery code does, once', async () => {
  await signOut();
  await enterPassword();
  await page.getByLabel('Authentication code').waitFor();
  await page.goto('/settings');
  await page.waitForURL('**/auth');
  for (const [code, right] of [
    ['wrong-code', false],
    [codes[0]!, true],
  ] as const) {
    await button('Use a recovery code').click();
    await page.getByLabel('Recovery code').fill(code);
    await button('Verify').click();
    if (right) break;
    await notice('Invalid recovery code entered');
    await button('Use your authenticator app').click();
  }
  await arrive();
  await page.goto('/settings');
  await region('Second factors').getByText('9 of 10 unused').waitFor();
});

test('a security key is added, and signs in', async () => {
  await button('Add security key').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Blue key');
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await region('Second factors').getByText('Blue key').first().waitFor();
  await signOut();
  await enterPassword();
  await button('Use a security key').click();
  const { credentials } = await devtools.send('WebAuthn.getCredentials', { authenticatorId });
  await devtools.send('WebAuthn.clearCredentials', { authenticatorId });
  await button('Use security key').click();
  await notice('No security key of this account answered');
  for (const credential of credentials) {
    await devtools.send('WebAuthn.addCredential', { authenticatorId, credential });
  }
  await button('Use security key').click();
  await arrive();
});

test('other sessions are listed, and end when signed out', async () => {
  const other = clientOf(sandbox);
  await other.auth.signInWithPassword(SUPERADMIN);
  await page.goto('/settings');
  const sessions = region('Active sessions');
  await sessions.getByText('This device').waitFor();
  await sessions
    .getByRole('button', { name: /^Sign out node/ })
    .first()
    .click();
  await notice('The other device');
  expect((await other.auth.getUser()).error?.name).toBe('AuthSessionMissingError');
  await other.auth.signInWithPassword(SUPERADMIN);
  await page.reload();
  await button('Sign out all others').click();
  await notice('All other devices');
  expect((await other.auth.getUser()).error?.name).toBe('AuthSessionMissingError');
  await expect.poll(() => sessions.getByRole('listitem').count()).toBe(1);
});

test('what happened is listed, and a factor can be taken off', async () => {
  const events = region('Security events');
  await events.getByText('Second factor passed').first().waitFor();
  await events.getByText('Second factor failed').first().waitFor();
  for (const name of ['Work phone', 'Blue key']) {
    await button(`Remove ${name}`).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
    await page.getByRole('alertdialog').waitFor({ state: 'detached' });
  }
  await region('Second factors').getByText('No second factor yet').waitFor();
  await signOut();
  await enterPassword();
  await arrive();
});
