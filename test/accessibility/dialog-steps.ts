import { Secret, TOTP } from 'otpauth';
import type { Page } from 'playwright-core';
import { rowXml, workbookOf } from '../../src/platform/tabular/formats/xlsx/workbook.fixture.ts';
import { sampleTransactions } from '../support/sample-transactions.ts';
import { smallPdf } from '../support/small-pdf.ts';
import { chooseFile } from '../support/visit.ts';

export const press =
  (...names: (string | RegExp)[]) =>
  async (page: Page): Promise<void> => {
    for (const name of names) {
      const exact = typeof name === 'string' ? { name, exact: true } : { name };
      await page.getByRole('button', exact).first().click();
    }
  };
export const sequence =
  (...steps: ((page: Page) => Promise<unknown>)[]) =>
  async (page: Page): Promise<void> => {
    for (const step of steps) await step(page);
  };
export const opened = async (page: Page) =>
  page.getByRole('dialog').or(page.getByRole('alertdialog')).first().waitFor();
export const upload = (name: string, content: string | Uint8Array) => (page: Page) =>
  chooseFile(page, name, content);

export const cut = sampleTransactions(300)
  .split('\n')
  .map((line, i) => (i > 100 && i <= 250 ? line.slice(0, 20) : line))
  .join('\n');
const sheet = (name: string) => ({ name, xml: rowXml('id', 'kind') + rowXml('1', 'x') });
export const workbook = workbookOf({ sheets: [sheet('Customer'), sheet('Account')] });
export const compare = async (page: Page) => {
  await page.getByLabel('Compare with').selectOption({ index: 1 });
};
export const saveRecipe = sequence(
  upload('own.csv', 'day,text\n13/02/2026,a\n14/03/2026,b\n'),
  press('Map columns'),
  (page) => page.getByLabel('Save as recipe (name)').fill('Own file'),
  press(/^Upload \d/),
  (page) => page.getByRole('dialog').waitFor({ state: 'hidden' }),
);
export const evidence = async (page: Page) =>
  page.getByLabel('Evidence documents').setInputFiles({
    name: 'policy.pdf',
    mimeType: 'application/pdf',
    buffer: await smallPdf('Policy'),
  });

export async function addAuthenticator(page: Page): Promise<void> {
  await press('Add authenticator app')(page);
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Work phone');
  await dialog.getByRole('button', { name: 'Continue' }).click();
  const secret = Secret.fromBase32((await dialog.locator('code').getAttribute('title'))!);
  await dialog.getByLabel('Authentication code').fill(new TOTP({ secret }).generate());
  await dialog.getByRole('button', { name: 'Verify' }).click();
  await dialog.waitFor({ state: 'hidden' });
}

/** Answers as the server does when the sign-in is older than it may be. */
export const withOldSignIn = (page: Page) =>
  page.route('**/auth/v1/factors', (route) =>
    route.fulfill({ status: 400, json: { error_code: 'reauthentication_needed', msg: 'Old' } }),
  );
