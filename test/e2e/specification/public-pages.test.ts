import type { Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import { pagesFor } from '../../../src/shared/pages.ts';
import { USER } from '../../support/auth-fixtures.ts';
import { startBeforeTests } from '../../support/before-tests.ts';
import { startBrowsing } from '../../support/browsing.ts';
import { enter, seeNotice } from '../../support/visit.ts';

/** Pages before sign-in, by sections 1, 2, 5 and 8 of the specification. */
const fixtures = startBeforeTests(() => startBrowsing({ MAIL_FROM: 'desk@bank.example' }));
let page: Page;

beforeEach(async () => {
  await page?.context().close();
  page = await fixtures.open();
});

const notice = (title: string, text?: string) => seeNotice(page, title, text);
const button = (name: string) => page.getByRole('button', { name, exact: true });

test('the landing page: what holds AI back, the problem, three values, two ways in, the footer', async () => {
  await page.goto('/');
  await page
    .getByRole('heading', { level: 1, name: 'AI progress is constrained by trust' })
    .waitFor();
  await page.getByRole('heading', { name: 'The problem' }).waitFor();
  for (const title of ['Privacy by Design', 'AI Governance Built-In', 'Enterprise Ready']) {
    await page.getByRole('heading', { name: title }).waitFor();
  }
  for (const name of ['Launch Sandbox', 'Request Pilot']) {
    const links = page.getByRole('link', { name });
    expect(await links.count()).toBe(2);
    for (const link of await links.all()) expect(await link.getAttribute('href')).toBe('/auth');
  }
  const footer = page.getByRole('contentinfo');
  expect(await footer.textContent()).toContain('Safe AI Data Sandbox for Financial Institutions');
  expect(await footer.textContent()).toContain('2025');
});

test('the sign-in page: title, hints, busy words, and one validation notice at a time', async () => {
  await page.goto('/auth');
  await page.getByRole('heading', { name: 'Welcome Back' }).waitFor();
  for (const words of [
    'Sign in to access your sandbox',
    'Must be a valid email address',
    'Minimum 8 characters required',
  ]) {
    await page.getByText(words, { exact: true }).waitFor();
  }
  const email = page.getByLabel('Email');
  const password = page.getByLabel('Password', { exact: true });
  const tried: [string, string, string][] = [
    ['', '', 'Invalid email format'],
    ['nobody', 'short', 'Invalid email format'],
    [`${'a'.repeat(250)}@bank.example`, 'short', 'Email must be less than 255 characters'],
    [USER.email, 'short', 'Password must be at least 8 characters'],
    [USER.email, 'p'.repeat(73), 'Password too long'],
  ];
  for (const [typedEmail, typedPassword, issue] of tried) {
    await email.fill(typedEmail);
    await password.fill(typedPassword);
    await button('Sign In').click();
    await notice('Validation Error', issue);
    // The field shows the same message and has focus.
    const marked = page.locator('input:focus[aria-invalid=true]');
    expect(await marked.getAttribute('aria-describedby')).toContain('-error');
    await page.reload();
  }
});

test('a wrong password is refused in the words of the service; the right one leads to the dashboard', async () => {
  let let_go = () => {};
  await page.route('**/auth/v1/token**', async (route) => {
    await new Promise<void>((resolve) => {
      let_go = resolve;
    });
    await route.continue();
  });
  await page.goto('/auth');
  await page.getByLabel('Email').fill(`  ${USER.email}  `);
  await page.getByLabel('Password', { exact: true }).fill('not her password');
  await button('Sign In').click();
  await page.getByText('Loading...').waitFor();
  let_go();
  await notice('Error', 'Invalid login credentials');
  await page.unroute('**/auth/v1/token**');
  await page.getByLabel('Password', { exact: true }).fill(USER.password);
  await button('Sign In').click();
  await page.waitForURL('**/dashboard');
  await page.goto('/auth');
  await page.waitForURL('**/dashboard');
});

test('a clock that is a day ahead signs in, and renews nothing', async () => {
  const ahead = await fixtures.open();
  await ahead.addInitScript(() => {
    const now = Date.now;
    Date.now = () => now() + 86_400_000;
  });
  let renewed = 0;
  ahead.on('request', (request) => {
    if (request.url().includes('grant_type=refresh_token')) renewed += 1;
  });
  await enter(ahead, USER);
  await ahead.getByRole('button', { name: 'Skip' }).click();
  expect(renewed).toBe(0);
  await ahead.context().close();
});

test('a forgotten password: an address is needed, a link is promised, a failure is shown', async () => {
  await page.goto('/auth');
  await button('Forgot password?').click();
  await notice('Email required', 'Please enter your email above, then click "Forgot password".');
  await page.getByLabel('Email').fill('nobody');
  await button('Forgot password?').click();
  await notice('Validation Error', 'Invalid email format');
  const request = page.waitForRequest('**/functions/v1/request-password-reset');
  await page.getByLabel('Email').fill(' stranger@bank.example ');
  await button('Forgot password?').click();
  expect((await request).postDataJSON()).toEqual({ email: 'stranger@bank.example' });
  await notice(
    'Reset link requested',
    "If an account exists, you'll receive an email from desk@bank.example.",
  );
  let refuse = () => {};
  await page.route('**/functions/v1/request-password-reset', async (route) => {
    await new Promise<void>((resolve) => {
      refuse = resolve;
    });
    await route.fulfill({ status: 503, json: { error: 'The mail server is away' } });
  });
  await button('Forgot password?').click();
  await page.getByText('Sending reset link...').waitFor();
  refuse();
  await notice('Error', 'The mail server is away');
});

test('a reset link with an error reports it, by its description or a default', async () => {
  await page.goto('/reset-password#error=access_denied&error_description=Email+link+has+expired');
  await notice('Invalid Reset Link', 'Email link has expired');
  await page.getByRole('heading', { name: 'Invalid Reset Link' }).waitFor();
  await page.goto('/auth');
  await page.goto('/reset-password');
  await notice('Invalid Reset Link', 'Invalid or expired reset link');
  await page.goto('/auth');
  await page.goto('/reset-password?token_hash=abc');
  await page.getByLabel('New password').fill('six six');
  await page.getByLabel('Confirm password').fill('six seven');
  await button('Update Password').click();
  await notice('Validation Error', 'Passwords do not match');
  await page.getByLabel('New password').fill('five5');
  await page.getByLabel('Confirm password').fill('five5');
  await button('Update Password').click();
  await notice('Validation Error', 'Password must be at least 6 characters');
});

test('admin setup asks for email, password of ten, and token', async () => {
  await page.goto('/admin-setup');
  const fill = async (email: string, password: string, token: string) => {
    await page.getByLabel('Superadmin email').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByLabel('Setup token').fill(token);
    await page.locator('button[type=submit]').click();
  };
  const good = 'a long password';
  for (const [email, password, token, issue] of [
    ['root', good, 'x', 'Invalid email format'],
    [`${'a'.repeat(250)}@bank.example`, good, 'x', 'Email must be less than 255 characters'],
    ['root@bank.example', '123456789', 'x', 'Password must be at least 10 characters'],
    ['root@bank.example', good, '', 'Setup token is required'],
    ['root@bank.example', good, 'x', 'Invalid setup token'],
  ] as const) {
    await fill(email, password, token);
    await page.locator('[data-notice]').filter({ hasText: issue }).first().waitFor();
  }
});

test('an unknown path answers 404, shows the message, is logged, and leads home', async () => {
  const logged: string[] = [];
  page.on('console', (message) => logged.push(message.text()));
  const answer = await page.goto('/no/such/page');
  expect(answer?.status()).toBe(404);
  await page.getByText('Oops! Page not found').waitFor();
  await page.getByRole('heading', { name: '404' }).waitFor();
  expect(logged.join('\n')).toContain('/no/such/page');
  await expect.poll(() => fixtures.sandbox.output()).toContain('/no/such/page');
  await page.getByRole('link', { name: 'Return to Home' }).click();
  await page.getByRole('heading', { name: 'AI progress is constrained by trust' }).waitFor();
});

test('every page behind sign-in leads to /auth without a session', async () => {
  for (const { path } of pagesFor('session', 'superadmin')) {
    await page.goto(path);
    await page.waitForURL('**/auth');
  }
});
