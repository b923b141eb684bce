import { expect, test } from 'vitest';
import { startBeforeTests } from '../support/before-tests.ts';
import { startBrowsing } from '../support/browsing.ts';
import { call, SUPERADMIN } from '../support/users.ts';
import { bytesOf, returnToPage, seeNotice } from '../support/visit.ts';

const SECOND = { email: 'second@bank.example', password: 'a long good password' };
const fixtures = startBeforeTests(startBrowsing);

test('one superadmin requests a deletion, another exports and confirms it', async () => {
  await call(fixtures.superadmin, 'superadmin-reset-password', { ...SECOND, role: 'superadmin' });
  const { data } = await fixtures.superadmin.from('organizations').select('name').single();
  const { name } = data as { name: string };
  const page = await fixtures.open();
  await returnToPage(page, SUPERADMIN, '/users');
  await page.getByRole('button', { name: `Delete ${name}` }).click();
  await page.getByLabel('Reason').fill('Contract ended');
  await page.getByRole('button', { name: 'Request deletion' }).click();
  await seeNotice(page, 'Deletion requested', `Another superadmin must confirm it: ${name}`);
  await page.getByText('Another superadmin must confirm it.').waitFor();
  expect(await page.getByRole('button', { name: /^Confirm deletion/ }).count()).toBe(0);

  const other = await fixtures.open();
  await returnToPage(other, SECOND, '/users');
  const archive = other.waitForEvent('download');
  await other.getByRole('button', { name: `Export ${name}` }).click();
  expect((await archive).suggestedFilename()).toMatch(/^organization-\w{8}\.zip$/);
  await other.getByRole('button', { name: `Confirm deletion of ${name}` }).click();
  const confirm = other.getByRole('button', { name: 'Delete organization', exact: true });
  expect(await confirm.isDisabled()).toBe(true);
  await other.getByLabel('Name of the organization').fill(name);
  const receipt = other.waitForEvent('download');
  await confirm.click();
  expect(JSON.parse((await bytesOf(receipt)).toString())).toMatchObject({
    organization: fixtures.orgId,
    deleted: { members: 2 },
  });
  await seeNotice(other, 'Organization deleted', 'The receipt was saved');
  await other.getByRole('button', { name: /^Receipt of/ }).waitFor();
  await other.getByText('No organizations yet').waitFor();
});
