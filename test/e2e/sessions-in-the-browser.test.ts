import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser, openPage } from '../support/browser.ts';
import { longTest } from '../support/long-test.ts';
import { startPrepared } from '../support/prepared.ts';
import type { Sandbox } from '../support/sandbox.ts';
import { clientOf, makeUser, SUPERADMIN, setUpSuperadmin, signedIn } from '../support/users.ts';
import { enter, seeNotice, signInOn } from '../support/visit.ts';

const ada = { email: 'ada@bank.example', password: 'the first password' };
const ben = { email: 'ben@bank.example', password: 'the other password' };
let sandbox: Sandbox;
let browser: Browser;

beforeAll(async () => {
  sandbox = await startPrepared();
  const superadmin = await setUpSuperadmin(sandbox);
  for (const user of [ada, ben]) {
    await makeUser(sandbox, superadmin, { ...user, organization: 'Valley' });
  }
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
  await sandbox?.stop();
});

const pathOf = (page: Page) => {
  const { pathname, search } = new URL(page.url());
  return `${pathname}${search}`;
};
async function signIn(page: Page, account: typeof ada): Promise<void> {
  await page.getByLabel('Email').fill(account.email);
  await page.getByLabel('Password', { exact: true }).fill(account.password);
  await page.getByRole('button', { name: 'Sign In' }).click();
}

test('whose session ended elsewhere comes back to the page; who left on purpose, or is another, does not', async () => {
  const page = await openPage(browser, { url: sandbox.url });
  await signInOn(page, ada);
  const other = await page.context().newPage();
  await other.goto(`${sandbox.url}/evidence-vault`);
  await other.getByRole('heading', { level: 1 }).waitFor();

  await page.getByRole('button', { name: 'Logout' }).click();
  await Promise.all([page, other].map((one) => one.waitForURL('**/auth')));
  await signIn(other, ada);
  await other.waitForURL('**/evidence-vault');

  await page.goto(`${sandbox.url}/dashboard`);
  await page.getByRole('button', { name: 'Logout' }).click();
  await Promise.all([page, other].map((one) => one.waitForURL('**/auth')));
  await enter(page, ada);
  expect(pathOf(page)).toBe('/dashboard');

  await page.getByRole('button', { name: 'Logout' }).click();
  await page.waitForURL('**/auth');
  await other.goto(`${sandbox.url}/auth`);
  await signIn(other, ben);
  await other.waitForURL('**/dashboard');
  await page.context().close();
});

test('a session that ended elsewhere, and is found out before the frame of the page is there, leads to sign-in', async () => {
  const page = await openPage(browser, { url: sandbox.url });
  await signInOn(page, ada);
  await (await signedIn(sandbox, ada)).auth.signOut({ scope: 'global' });
  const askedAbout = page.waitForResponse('**/auth/v1/user');
  await page.route('**/session-layout-*.js', async (route) => {
    await (await askedAbout).finished();
    await page.waitForFunction("!Object.keys(localStorage).some((key) => key.startsWith('sb-'))");
    await route.continue();
  });
  await page.goto('/dashboard');
  await page.waitForURL('**/auth');
  await page.context().close();
});

test('a session that ends in a form: what was typed is back after sign-in, a password is not', async () => {
  const page = await openPage(browser, { url: sandbox.url });
  await signInOn(page, SUPERADMIN);
  await page.goto(`${sandbox.url}/users`);
  await page.getByRole('button', { name: 'Create User' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create User' });
  const role = dialog.getByLabel('Role');
  await dialog.getByLabel('Email').fill('cy@bank.example');
  await dialog.getByLabel('Temporary password').fill('typed, not kept');
  await dialog.getByRole('button', { name: 'Show password' }).click();
  await role.selectOption('Admin');
  await dialog.getByLabel('Organization').selectOption('Valley');
  await (await clientOfSuperadmin()).auth.signOut({ scope: 'global' });
  await dialog.getByRole('button', { name: 'Create User' }).click();
  await page.waitForURL('**/auth');
  await seeNotice(page, 'Your session has ended', 'Sign in to return to the page');
  expect(await sessionStorageOf(page)).not.toContain('typed, not kept');

  await signIn(page, SUPERADMIN);
  await page.waitForURL('**/users');
  await seeNotice(page, 'Your input was saved');
  expect(await sessionStorageOf(page)).not.toContain('cy@bank.example');
  await page.getByRole('button', { name: 'Create User' }).click();
  await expect.poll(() => dialog.getByLabel('Email').inputValue()).toBe('cy@bank.example');
  await expect.poll(() => role.inputValue()).toBe('admin');
  expect(await dialog.getByLabel('Temporary password').inputValue()).toBe('');
  await dialog.getByLabel('Temporary password').fill('the third password');
  await dialog.getByRole('button', { name: 'Create User' }).click();
  await seeNotice(page, 'User created', 'cy@bank.example');
  await page.context().close();
});

longTest(
  'a mode chosen in one tab is the mode of the other once somebody looks at it',
  async () => {
    const page = await openPage(browser, { url: sandbox.url });
    await signInOn(page, ada);
    const other = await page.context().newPage();
    await other.goto(`${sandbox.url}/dashboard`);
    await other.waitForLoadState('networkidle');
    const chosen = (tab: Page) => tab.getByRole('button', { name: 'Blend', exact: true });
    await chosen(page).click();
    await expect.poll(() => isChosen(chosen(page)), { timeout: 10_000 }).toBe(true);
    await other.evaluate(
      "document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))",
    );
    await expect.poll(() => isChosen(chosen(other)), { timeout: 10_000 }).toBe(true);
    await page.context().close();
  },
);

// Last, since it uses up the attempts of this address.
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

const sessionStorageOf = (page: Page) =>
  page.evaluate<string>('JSON.stringify({ ...sessionStorage })');

async function clientOfSuperadmin() {
  const client = clientOf(sandbox);
  await client.auth.signInWithPassword(SUPERADMIN);
  return client;
}

const isChosen = async (option: ReturnType<Page['getByRole']>) =>
  (await option.getAttribute('aria-pressed')) === 'true';
