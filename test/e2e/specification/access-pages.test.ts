import type { Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import { ADMIN, USER } from '../../support/auth-fixtures.ts';
import { startBeforeTests } from '../../support/before-tests.ts';
import { startBrowsing } from '../../support/browsing.ts';
import { longTest } from '../../support/long-test.ts';
import { call, clientOf, SUPERADMIN, signedIn } from '../../support/users.ts';
import {
  enter,
  figuresOf,
  headersOf,
  returnToPage,
  rowsOf,
  seeNotice,
  signInOn,
} from '../../support/visit.ts';

/** Users, API Access, Settings and sign-out, by sections 2, 4, 5, 6, 8 and 9. */
const fixtures = startBeforeTests(startBrowsing);
let page: Page;

beforeEach(async () => {
  await page?.context().close();
  page = await fixtures.open();
});

const button = (name: string) => page.getByRole('button', { name, exact: true });
const dialog = () => page.getByRole('dialog');
const send = () => dialog().locator('button[type=submit]').click();

test('only a superadmin sees Users; the guard says Loading... and sends others to the dashboard', async () => {
  const logged: string[] = [];
  page.on('console', (message) => logged.push(message.text()));
  await returnToPage(page, USER, '/users');
  await page.waitForURL('**/dashboard');
  await page.route('**/rest/v1/user_roles**', (route) =>
    route.fulfill({ status: 500, json: { message: 'away' } }),
  );
  await page.goto('/users');
  await page.waitForURL('**/dashboard');
  expect(logged.join('\n')).toContain('superadmin check failed');
  await page.context().close();

  page = await fixtures.open();
  await returnToPage(page, SUPERADMIN);
  const main = page.getByRole('navigation', { name: 'Main' });
  await main.getByRole('link', { name: 'Users' }).waitFor();
  const names = await main.getByRole('link').allTextContents();
  expect(names.indexOf('Users')).toBe(names.indexOf('Exceptions') + 1);
  let answer = () => {};
  await page.route('**/rest/v1/user_roles**', async (route) => {
    await new Promise<void>((resolve) => {
      answer = resolve;
    });
    await route.continue();
  });
  await page.goto('/users', { waitUntil: 'commit' });
  await page.getByText('Loading...').waitFor();
  answer();
  await page.getByRole('heading', { name: 'Users', level: 1 }).waitFor();
});

test("a superadmin sees what happened to somebody's account, by the address in the list", async () => {
  await returnToPage(page, SUPERADMIN, '/users');
  await button(USER.email).click();
  const events = dialog().getByRole('region', { name: 'Security events, table' });
  await events.waitFor();
  expect(await dialog().textContent()).toContain(USER.email);
  await expect.poll(() => events.locator('tbody tr').count()).toBeGreaterThan(0);
  expect(await events.textContent()).toMatch(/Sign in|Signed in/i);
});

test('a role that is withdrawn while the page is open ends it with Access Denied', async () => {
  await page.clock.install();
  await returnToPage(page, SUPERADMIN, '/users');
  await page.getByRole('heading', { name: 'Users', level: 1 }).waitFor();
  await page.route('**/rest/v1/user_roles**', (route) => route.fulfill({ status: 200, json: [] }));
  await page.clock.fastForward(31_000);
  await page.getByText('Access Denied').waitFor();
  await page.getByText('You do not have permission to access this page.').waitFor();
});

test('organizations and users: made, seeded, disabled, enabled, deleted', async () => {
  await returnToPage(page, SUPERADMIN, '/users');
  expect(await headersOf(page, 'Organizations')).toEqual([
    'Name',
    'Domain',
    'Members',
    'Maker-checker',
    'Second factor',
    'Retention',
    'Created',
    'Actions',
  ]);
  expect(await headersOf(page, 'Users')).toEqual([
    'Email',
    'Name',
    'Organization',
    'Role',
    'Status',
    'Ground truth',
    'Created',
    'Actions',
  ]);
  await button('Create Organization').click();
  await send();
  await seeNotice(page, 'Validation Error', 'Name is required');
  await dialog().getByLabel('Name').fill('Valley');
  await send();
  await seeNotice(page, 'Validation Error', 'Domain is required');
  await dialog().getByLabel('Domain').fill('valley.example');
  await send();
  await seeNotice(page, 'Organization created', 'Valley');
  await page.getByRole('button', { name: 'Seed Demo Data for Valley' }).click();
  await seeNotice(
    page,
    'Demo data seeded',
    'Valley has 20 customers, 50 accounts and 200 transactions.',
  );
  await page.getByRole('button', { name: 'Seed Demo Data for Valley' }).click();
  await seeNotice(page, 'Generation failed', 'already has its demo data');

  await button('Create User').click();
  await send();
  await seeNotice(page, 'Validation Error', 'Email is required');
  await dialog().getByLabel('Email').fill('val@valley.example');
  await dialog().getByLabel('Temporary password').fill('five5');
  await send();
  await seeNotice(page, 'Validation Error', 'Password must be at least 6 characters');
  await dialog().getByLabel('Temporary password').fill('val val val');
  await send();
  await seeNotice(page, 'Validation Error', 'Organization is required');
  expect(await dialog().getByLabel('Role').locator('option').allTextContents()).toEqual([
    'User',
    'Admin',
  ]);
  await dialog().getByLabel('Organization').selectOption({ label: 'Valley' });
  await send();
  await seeNotice(page, 'User created', 'val@valley.example');
  // Failure notices may cover a row's buttons for ten seconds.
  await page.reload();
  const row = rowsOf(page, 'Users').filter({ hasText: 'val@valley.example' });
  await row.waitFor();
  const cells = await row.locator('td').allTextContents();
  expect(cells[3]).toBe('User');
  expect(cells[4]).toBe('active');
  await page.getByRole('button', { name: 'Disable val@valley.example' }).click();
  await row.getByText('disabled', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Enable val@valley.example' }).click();
  await row.getByText('active', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Delete val@valley.example' }).click();
  await button('Delete user').click();
  await seeNotice(page, 'User deleted', 'val@valley.example');
  await row.waitFor({ state: 'detached' });
});

test('the person of a deleted account is erased, with a reason and what was removed', async () => {
  await returnToPage(page, SUPERADMIN, '/users');
  await button('Erase person val@valley.example').click();
  const erase = dialog().getByRole('button', { name: 'Erase person' });
  await dialog().getByText('Kept: the entries and their proofs').waitFor();
  await expect.poll(() => erase.isDisabled()).toBe(true);
  await dialog().getByLabel('Reason').fill('Request of 2026');
  await erase.click();
  await dialog().getByRole('heading', { name: 'Person erased' }).waitFor();
  const counts = await dialog().locator('dd').allTextContents();
  expect(counts.map(Number)).toEqual([expect.any(Number), expect.any(Number), 0]);
  expect(Number(counts[1])).toBeGreaterThan(0);
  await dialog().getByRole('button', { name: 'Done' }).click();
  await button('Erase person val@valley.example').waitFor({ state: 'detached' });
});

test('a superadmin is created or reset with an @ and ten characters', async () => {
  await returnToPage(page, SUPERADMIN, '/users');
  await button('Create or Reset Superadmin').click();
  await dialog().getByLabel('Email').fill('second');
  await send();
  await seeNotice(page, 'Validation Error', 'Enter a valid email');
  await dialog().getByLabel('Email').fill('second@bank.example');
  await dialog().getByLabel('Password', { exact: true }).fill('123456789');
  await send();
  await seeNotice(page, 'Validation Error', 'Password must be at least 10 characters');
  await dialog().getByLabel('Password', { exact: true }).fill('long enough it is');
  const request = page.waitForRequest('**/functions/v1/superadmin-reset-password');
  await send();
  expect((await request).postDataJSON()).toEqual({
    email: 'second@bank.example',
    password: 'long enough it is',
    role: 'superadmin',
  });
  await seeNotice(page, 'Superadmin created', 'second@bank.example');
});

longTest(
  'what is refused for a role that was just withdrawn is said in words, and the page follows',
  async () => {
    const third = { email: 'third@bank.example', password: 'long enough it is' };
    const service = clientOf(fixtures.sandbox, fixtures.sandbox.secretKey);
    const superadmin = await signedIn(fixtures.sandbox, SUPERADMIN);
    await call(superadmin, 'superadmin-reset-password', { ...third, role: 'superadmin' });
    await signInOn(page, third);
    await page.goto('/users');
    await button('Create Organization').click();
    await dialog().getByLabel('Name').fill('Harbor Two');
    await dialog().getByLabel('Domain').fill('two.example');
    const { data } = await service.from('profiles').select('id').eq('email', third.email).single();
    await service.from('user_roles').delete().eq('user_id', data!.id).throwOnError();
    await send();
    await seeNotice(page, 'Error', 'You do not have permission to do this.');
    await page.getByText('You do not have permission to access this page.').waitFor();
  },
);

test('panels that fail to load show their titles', async () => {
  await returnToPage(page, SUPERADMIN);
  const away = (route: { fulfill: (answer: object) => Promise<void> }) =>
    route.fulfill({ status: 500, json: { message: 'The database is away' } });
  await page.route('**/rest/v1/organizations**', away);
  await page.route('**/rest/v1/profiles**', away);
  await page.goto('/users');
  await page.getByText('Failed to load organizations').waitFor();
  await page.getByText('Failed to load users').waitFor();
});

test('without an organization on the profile no evidence can be uploaded', async () => {
  await returnToPage(page, SUPERADMIN, '/evidence-vault');
  await page.getByLabel('Evidence documents').setInputFiles({
    name: 'policy.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from('%PDF-1.7\n'),
  });
  await seeNotice(
    page,
    'Upload failed',
    'Organization not found. Please set up your organization first.',
  );
});

test('API access: the call, its body, its answer; keys for admins; a console that calls', async () => {
  await returnToPage(page, USER, '/api');
  await page.getByText('Ask an administrator for a key').waitFor();
  await page.getByText('admin-upsert-superadmin').first().waitFor();
  const text = await page.getByRole('main').textContent();
  for (const words of ['POST /functions/v1/sandbox-query', 'table', 'limit', 'filters', 'bearer']) {
    expect(text).toContain(words);
  }
  for (const word of ['"status"', '"count"', '"data"']) expect(text).toContain(word);
  await page.context().close();

  page = await fixtures.open();
  await returnToPage(page, ADMIN, '/api');
  await button('Create Key').click();
  await dialog().getByLabel('Name').fill('Console');
  await send();
  const key = (await dialog().locator('pre').textContent())!.trim();
  // A click outside must not close a dialog whose content is shown once.
  await page.mouse.click(5, 5);
  await dialog().getByText('Copy it now').waitFor();
  await button('Done').click();
  await page.getByLabel('API key', { exact: true }).fill(key);
  await button('Send Request').click();
  await page.getByText('"status": "success"').first().waitFor();
  await page.getByRole('button', { name: 'Revoke Console' }).click();
  await button('Revoke key').click();
  await seeNotice(page, 'Key revoked');
  await button('Send Request').click();
  await page.getByText('401', { exact: true }).waitFor();
  await page.getByLabel('Name', { exact: true }).fill('nightly');
  await button('Create Environment').click();
  await seeNotice(page, 'Environment created');
  await page.getByRole('button', { name: 'Reset nightly' }).click();
  await seeNotice(page, 'Environment reset');
  await page.getByRole('button', { name: 'Delete nightly' }).click();
  await button('Delete environment').click();
  await seeNotice(page, 'Environment deleted');
});

test('settings: current, new and confirm; the current one is checked by signing in', async () => {
  await signInOn(page, USER);
  await page.goto('/settings');
  const form = page.getByRole('region', { name: 'Change password' });
  const fill = async (current: string, password: string, confirm: string) => {
    await form.getByLabel('Current password').fill(current);
    await form.getByLabel('New password', { exact: true }).fill(password);
    await form.getByLabel('Confirm new password').fill(confirm);
    await form.getByRole('button', { name: 'Update Password' }).click();
  };
  await fill(USER.password, 'a new one', 'another one');
  await seeNotice(page, 'Validation Error', 'New passwords do not match');
  await fill(USER.password, 'five5', 'five5');
  await seeNotice(page, 'Validation Error', 'Password must be at least 6 characters');
  await fill('not hers', 'a new one', 'a new one');
  await seeNotice(page, 'Validation Error', 'Current password is incorrect');
  await fill(USER.password, 'a new one', 'a new one');
  await seeNotice(page, 'Password updated');
  await page.reload();
  await page.getByRole('heading', { name: 'Settings' }).waitFor();
  const again = await clientOf(fixtures.sandbox).auth.signInWithPassword({
    email: USER.email,
    password: 'a new one',
  });
  expect(again.error).toBeNull();
});

test('logout ends the session; a failure is shown', async () => {
  await enter(page, ADMIN);
  await button('Skip').click();
  await page.route('**/auth/v1/logout**', (route) =>
    route.fulfill({ status: 500, json: { code: 500, msg: 'away' } }),
  );
  await button('Logout').click();
  await seeNotice(page, 'Error', 'Failed to sign out');
  await page.unroute('**/auth/v1/logout**');
  if (page.url().endsWith('/dashboard')) {
    await button('Logout').click();
    await page.waitForURL('**/auth');
  }
  await page.goto('/dashboard');
  await page.waitForURL('**/auth');
});

test('signing in on one page is heard by another; counts are of the own tenant', async () => {
  const second = await page.context().newPage();
  await second.goto('/auth');
  await second.getByRole('heading', { name: 'Welcome Back' }).waitFor();
  // Background pages rarely paint and wait for their frames.
  await page.bringToFront();
  await signInOn(page, ADMIN);
  await second.waitForURL('**/dashboard');
  expect((await figuresOf(page, 'Totals'))['Total Customers']).toBe('0');
});
