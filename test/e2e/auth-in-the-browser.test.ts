import { Secret, TOTP } from 'otpauth';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startIdentityProvider } from '../../src/platform/auth/identity-provider.fixture.ts';
import { freePort } from '../../src/platform/gateway/free-port.ts';
import { startBeforeTests } from '../support/before-tests.ts';
import { openBrowser, openPage } from '../support/browser.ts';
import { longTest } from '../support/long-test.ts';
import { type Sandbox, startSandbox } from '../support/sandbox.ts';
import { type SmtpInbox, startSmtpInbox } from '../support/smtp-inbox.ts';
import { createTestDatabase } from '../support/test-database.ts';
import { makeUser, SUPERADMIN, setUpSuperadmin } from '../support/users.ts';
import { rowsOf, seeNotice, signInOn } from '../support/visit.ts';
import { onDatabase } from '../upgrade/restore.ts';

const ada = { email: 'ada@bank.example', password: 'the first password' };
const grace = { email: 'grace@bank.example', password: 'the first password' };

const LINK = /http:\S+token_hash=[0-9a-f]{64}&type=\w+/;

const db = startBeforeTests(createTestDatabase);
let sandbox: Sandbox;
let provider: Awaited<ReturnType<typeof startIdentityProvider>>;
let browser: Browser;
let page: Page;
let mail: SmtpInbox;
let secret: Secret;

beforeAll(async () => {
  const port = await freePort();
  mail = await startSmtpInbox();
  sandbox = await startSandbox({
    env: {
      DATABASE_URL: db.url,
      SMTP_URL: mail.url,
      IDENTITY_PROVIDERS: JSON.stringify({
        staff: {
          issuer: `http://localhost:${port}`,
          clientId: 'sandbox',
          clientSecret: 'secret of sandbox',
          scopes: 'openid email',
        },
      }),
    },
  });
  provider = await startIdentityProvider(
    { grace: { email: grace.email, email_verified: true } },
    [{ id: 'sandbox', redirect: `${sandbox.url}/auth/v1/callback` }],
    port,
  );
  const superadmin = await setUpSuperadmin(sandbox);
  await makeUser(sandbox, superadmin, { ...ada, organization: 'Valley' });
  await makeUser(sandbox, superadmin, { ...grace, organization: 'Hill' });
  browser = await openBrowser();
  page = await openPage(browser, { url: sandbox.url });
});
afterAll(async () => {
  await browser?.close();
  await sandbox?.stop();
  await provider?.close();
  await mail?.close();
});

const button = (name: string | RegExp) => page.getByRole('button', { name });
const dialog = () => page.getByRole('dialog');
/** Returns a code of a later step within the allowed skew, since each code counts once. */
const code = (steps: number) =>
  new TOTP({ secret }).generate({ timestamp: Date.now() + steps * 30_000 });

async function linkSentTo(address: string, before?: string): Promise<string> {
  const sent = () =>
    mail.received
      .filter(({ to }) => to[0] === address)
      .map(({ text }) => LINK.exec(text)?.[0])
      .find((link) => link !== undefined && link !== before);
  await expect.poll(sent, { timeout: 15_000 }).toBeDefined();
  return sent()!;
}

async function leave(): Promise<void> {
  await button('Logout').click();
  await page.waitForURL('**/auth');
}

test('an organization asks for a second factor: members see nothing before they have one', async () => {
  await signInOn(page, SUPERADMIN);
  await page.goto('/users');
  const rule = page.getByRole('switch', { name: 'Second factor for Valley' });
  expect(await rule.isChecked()).toBe(false);
  await rule.click();
  await seeNotice(page, 'Second factor on', 'Valley');
  await leave();

  await page.getByLabel('Email').fill(ada.email);
  await page.getByLabel('Password', { exact: true }).fill(ada.password);
  await button('Sign In').click();
  await page.getByText('Your organization requires a second factor').first().waitFor();
  await page.goto('/settings');
  await button('Add authenticator app').click();
  await dialog().getByLabel('Name').fill('Phone');
  await dialog().getByRole('button', { name: 'Continue' }).click();
  secret = Secret.fromBase32((await dialog().locator('code').getAttribute('title'))!);
  await dialog().getByLabel('Authentication code').fill(code(-1));
  await dialog().getByRole('button', { name: 'Verify' }).click();
  await seeNotice(page, 'Second factor added');
  await page.goto('/explorer');
  await page.getByText('No customers yet').waitFor();
});

test('a factor is not removed from a page left open: the password is required first', async () => {
  await onDatabase(db.url, (client) =>
    client.query(
      `update auth.sessions set amr = (select jsonb_agg(entry || jsonb_build_object('timestamp',
         (entry ->> 'timestamp')::bigint - 3600)) from jsonb_array_elements(amr) entry)`,
    ),
  );
  await page.goto('/settings');
  await button('Generate recovery codes').click();
  await dialog().getByText('Confirm your password').waitFor();
  await dialog().getByRole('button', { name: 'Cancel' }).click();
  await seeNotice(page, 'Error', 'Nothing was changed.');
  await button('Generate recovery codes').click();
  await dialog().getByLabel('Your password').fill('not the password');
  await dialog().getByRole('button', { name: 'Confirm' }).click();
  await seeNotice(page, 'Error', 'Current password is incorrect');
  await dialog().getByLabel('Your password').fill(ada.password);
  await dialog().getByRole('button', { name: 'Confirm' }).click();
  await dialog().getByText('They are shown only once').waitFor();
  await dialog().getByRole('button', { name: 'Done' }).click();
});

test('a reset link leads past the second factor, not around it', async () => {
  await leave();
  await page.getByLabel('Email').fill(ada.email);
  await button('Forgot password?').click();
  await seeNotice(page, 'Reset link requested');
  await page.goto(await linkSentTo(ada.email));
  await page.getByLabel('New password').fill('the second password');
  await page.getByLabel('Confirm password').fill('the second password');
  await button('Update Password').click();
  await page.getByText('This account has a second factor').waitFor();
  await page.getByLabel('Authentication code').fill('000000');
  await button('Verify').click();
  await seeNotice(page, 'Error', 'Invalid TOTP code entered');
  await page.getByLabel('Authentication code').fill(code(0));
  await button('Verify').click();
  await seeNotice(page, 'Password updated');
  await page.waitForURL('**/dashboard');
  await leave();
  await page.getByLabel('Email').fill(ada.email);
  await page.getByLabel('Password', { exact: true }).fill('the second password');
  await button('Sign In').click();
  await page.getByLabel('Authentication code').fill(code(1));
  await button('Verify').click();
  await page.waitForURL('**/dashboard');
});

longTest(
  'a user who is invited by mail, and again, chooses the password and is in; another invitation is withdrawn',
  async () => {
    const root = await openPage(browser, { url: sandbox.url });
    await signInOn(root, SUPERADMIN);
    await root.goto('/users');
    await root.getByRole('button', { name: 'Create User' }).click();
    const form = root.getByRole('dialog');
    await form.getByLabel('Email').fill('new@hill.example');
    await form.getByRole('button', { name: 'Send Invitation' }).click();
    await seeNotice(root, 'Validation Error', 'Organization is required');
    await form.locator('select:focus[aria-invalid=true]').waitFor();
    await form.getByLabel('Organization').selectOption({ label: 'Hill' });
    await form.getByText('Organization is required').waitFor({ state: 'detached' });
    await form.getByRole('button', { name: 'Send Invitation' }).click();
    await seeNotice(root, 'Invitation sent', 'new@hill.example');
    const rowOf = (address: string) => rowsOf(root, 'Users').filter({ hasText: address });
    const row = rowOf('new@hill.example');
    await row.getByText('Invited', { exact: true }).waitFor();
    const first = await linkSentTo('new@hill.example');
    await onDatabase(db.url, (client) =>
      client.query(
        "update auth.users set invitation_expires_at = now() - interval '1 hour' where email = 'new@hill.example'",
      ),
    );
    await root.reload();
    await row.getByText('Invitation expired').waitFor();
    await row.getByRole('button', { name: 'Resend the invitation to new@hill.example' }).click();
    await row.getByText('Invited', { exact: true }).waitFor();
    const second = await linkSentTo('new@hill.example', first);

    await root.getByRole('button', { name: 'Create User' }).click();
    await form.getByLabel('Email').fill('gone@hill.example');
    await form.getByLabel('Organization').selectOption({ label: 'Hill' });
    await form.getByRole('button', { name: 'Send Invitation' }).click();
    await rowOf('gone@hill.example').getByRole('button', { name: 'Withdraw' }).click();
    const confirm = root.getByRole('alertdialog', {
      name: 'Withdraw the invitation to “gone@hill.example”?',
    });
    await confirm.getByRole('button', { name: 'Withdraw invitation' }).click();
    await seeNotice(root, 'Invitation withdrawn', 'gone@hill.example');
    await rowOf('gone@hill.example').waitFor({ state: 'detached' });

    const invited = await openPage(browser, { url: sandbox.url });
    await invited.goto(second);
    await invited.getByRole('heading', { name: 'Welcome' }).waitFor();
    await invited.getByLabel('New password').fill('chosen by myself');
    await invited.getByLabel('Confirm password').fill('chosen by myself');
    await invited.getByRole('button', { name: 'Update Password' }).click();
    await invited.waitForURL('**/dashboard');
    await invited.getByText('Hill', { exact: true }).waitFor();
    await invited.context().close();
    await root.reload();
    await row.getByText('active').waitFor();
    await root.context().close();
  },
);

longTest('two browsers: what is signed out in one is over in the other', async () => {
  const elsewhere = await openBrowser();
  try {
    const other = await openPage(elsewhere, { url: sandbox.url });
    await signInOn(other, grace);
    const here = await openPage(browser, { url: sandbox.url });
    await signInOn(here, grace);
    await here.goto('/settings');
    const sessions = here.getByRole('region', { name: 'Active sessions' });
    await expect.poll(() => sessions.getByRole('listitem').count()).toBeGreaterThan(1);
    await here.getByRole('button', { name: 'Sign out all others' }).click();
    await seeNotice(here, 'All other devices');
    await other.goto('/explorer');
    await other.waitForURL('**/auth');
    await here.goto('/explorer');
    await here.getByText('No customers yet').waitFor();
    await here.context().close();
  } finally {
    await elsewhere.close();
  }
});

test('a provider signs in whom it knows, by the button on the sign-in page', async () => {
  const fresh = await openPage(browser, { url: sandbox.url });
  await fresh.goto('/auth');
  await fresh.getByRole('button', { name: 'Continue with staff' }).click();
  await fresh.waitForURL(`${provider.issuer}/**`);
  await fresh.locator('[name=login]').fill('grace');
  await fresh.locator('[name=password]').fill('any');
  await fresh.locator('[type=submit]').click();
  await fresh.locator('[type=submit]').click();
  await fresh.waitForURL('**/dashboard');
  await fresh.getByRole('button', { name: 'Skip' }).click();
  await fresh.getByText(grace.email).first().waitFor();
  expect(new URL(fresh.url()).search).toBe('');
  await fresh.goto('/settings');
  await fresh
    .getByRole('region', { name: 'Linked identities' })
    .getByText('staff')
    .first()
    .waitFor();
  await fresh.context().close();
  const refused = await openPage(browser, { url: sandbox.url });
  await refused.goto('/auth?error=access_denied&error_code=x&error_description=Not+today');
  await seeNotice(refused, 'Error', 'Not today');
  expect(new URL(refused.url()).search).toBe('');
  await refused.context().close();
});

test('password fields are masked, take pasted text and name themselves to password managers', async () => {
  const visitor = await openPage(browser, { url: sandbox.url });
  await visitor.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  for (const [path, names] of [
    ['/auth', ['current-password']],
    ['/reset-password#token_hash=x&type=recovery', ['new-password', 'new-password']],
    ['/admin-setup', ['new-password']],
  ] as const) {
    await visitor.goto(path);
    await visitor.getByRole('heading', { level: 1 }).waitFor();
    const fields = visitor.locator('input[autocomplete$="password"]');
    await expect.poll(() => fields.count()).toBe(names.length);
    for (const [index, name] of names.entries()) {
      const field = fields.nth(index);
      expect([path, await field.getAttribute('type')]).toEqual([path, 'password']);
      expect(await field.getAttribute('autocomplete')).toBe(name);
      await visitor.evaluate('navigator.clipboard.writeText("pasted from elsewhere")');
      await field.focus();
      await visitor.keyboard.press('Control+V');
      expect(await field.inputValue()).toBe('pasted from elsewhere');
    }
  }
  await visitor.context().close();
});

test('what people wrote stays text on every page', async () => {
  const script = '<img src=x onerror="window.taken=1"><script>window.taken=1</script>';
  const admin = await openPage(browser, { url: sandbox.url });
  await signInOn(admin, SUPERADMIN);
  await admin.goto('/users');
  await admin.getByRole('button', { name: 'Create Organization' }).click();
  await admin.getByLabel('Name').fill(script);
  await admin.getByLabel('Domain').fill('script.example');
  await admin.getByRole('dialog').getByRole('button').last().click();
  await admin.getByRole('dialog').waitFor({ state: 'detached' });
  await admin.getByText(script).first().waitFor();
  await admin.getByRole('switch', { name: `Second factor for ${script}` }).click();
  await seeNotice(admin, 'Second factor on', script);
  await admin.goto(`/auth?error=x&error_description=${encodeURIComponent(script)}`);
  await admin.goto(`/reset-password#error=x&error_description=${encodeURIComponent(script)}`);
  await admin.getByText(script).first().waitFor();
  expect(await admin.evaluate('window.taken')).toBeUndefined();
  await admin.context().close();
});

longTest(
  'browser storage holds the session and choices of the page, and nothing else',
  async () => {
    const visitor = await openPage(browser, { url: sandbox.url });
    await signInOn(visitor, grace);
    for (const path of ['/explorer', '/users', '/settings', '/ingestion', '/reports']) {
      await visitor.goto(path);
      await visitor.getByRole('heading', { level: 1 }).waitFor();
    }
    const kept = async () =>
      Object.entries(
        (await visitor.evaluate('({ ...localStorage, ...sessionStorage })')) as Record<
          string,
          string
        >,
      );
    const names = (await kept()).map(([name]) => name);
    expect(names.filter((name) => /^sb-.*-auth-token$/.test(name))).toHaveLength(1);
    expect(
      (await kept()).filter(
        ([name, value]) => !/^(sb-|tsr-scroll)/.test(name) && value.length > 40,
      ),
    ).toEqual([]);
    await visitor.getByRole('button', { name: 'Logout' }).click();
    await visitor.waitForURL('**/auth');
    expect((await kept()).filter(([name]) => name.startsWith('sb-'))).toEqual([]);
    expect((await kept()).some(([, value]) => value.includes(grace.email))).toBe(false);
    await visitor.context().close();
  },
);
