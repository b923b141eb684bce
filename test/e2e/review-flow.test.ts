import type { SupabaseClient } from '@supabase/supabase-js';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cardPayments } from '../../src/product/analysis/learning/card-payments.fixture.ts';
import { openBrowser, openPage } from '../support/browser.ts';
import { parseCsv } from '../support/csv.ts';
import { longTest } from '../support/long-test.ts';
import { startPrepared } from '../support/prepared.ts';
import { sampleTransactions } from '../support/sample-transactions.ts';
import type { Sandbox } from '../support/sandbox.ts';
import { smallPdf } from '../support/small-pdf.ts';
import { call, makeUser, setUpSuperadmin, signedIn } from '../support/users.ts';
import { bytesOf, returnToPage, rowsOf, seeNotice, signInOn } from '../support/visit.ts';

const ada = { email: 'ada@one.example', password: 'a good password' };
const ben = { email: 'ben@one.example', password: 'a good password' };
let sandbox: Sandbox;
let browser: Browser;
let page: Page;
let others: Page;
let client: SupabaseClient;
let stranger: SupabaseClient;
let superadmin: SupabaseClient;
let batchId: string;

/** Returns labelled transfers in which eight accounts pay one within an hour. */
function transfers(): string {
  const lines = sampleTransactions(2000).trimEnd().split('\n');
  return lines
    .map((line, i) => {
      if (i === 0) return `${line},counterparty,is_fraudulent`;
      const fan = i >= 1500 && i < 1508;
      const cells = line.split(',');
      if (fan) {
        cells[1] = '9700.00';
        cells[6] = '2026-05-16';
        cells[9] = `A${1000 + (i - 1500)}`;
      }
      return `${cells.join(',')},${fan ? 'A1050' : `A${1000 + ((i * 7) % 100)}`},${fan}`;
    })
    .join('\n');
}

beforeAll(async () => {
  sandbox = await startPrepared();
  superadmin = await setUpSuperadmin(sandbox);
  const make = (person: typeof ada, organization: string) =>
    makeUser(sandbox, superadmin, { ...person, organization });
  client = (await make(ada, 'One')).client;
  await make(ben, 'One');
  stranger = (await make({ email: 'cy@two.example', password: 'a good password' }, 'Two')).client;
  const form = new FormData();
  form.set('file', new File([transfers()], 'transfers.csv', { type: 'text/csv' }));
  await call(client, 'parse-ingested-file', form);
  browser = await openBrowser();
  page = await openPage(browser, { url: sandbox.url });
  others = await openPage(browser, { url: sandbox.url });
  await returnToPage(page, ada);
  await returnToPage(others, ben);
});
afterAll(async () => {
  await browser?.close();
  await sandbox?.stop();
});

const rule = async (four_eyes: boolean) =>
  superadmin.from('organizations').update({ four_eyes }).eq('name', 'One').throwOnError();

const decisions = async () =>
  (
    await client
      .from('exception_decisions')
      .select('item,decision,reason_code,note')
      .eq('batch_id', batchId)
      .order('item')
      .throwOnError()
  ).data;

/** Returns the names of buttons in the front dialog that a notice covers. */
async function coveredButtons(on: Page): Promise<(string | null)[]> {
  const [notice] = await boxesOf(on.locator('[data-notice]'));
  const buttons = on.getByRole('dialog').last().getByRole('button');
  const boxes = await boxesOf(buttons);
  const names = await buttons.allTextContents();
  expect(boxes.length).toBeGreaterThan(2);
  return names.filter((_, i) => notice!.overlaps(boxes[i]!));
}

const boxesOf = async (found: Locator) =>
  (await Promise.all((await found.all()).map((each) => each.boundingBox()))).map((box) => ({
    ...box!,
    overlaps: (other: Box) =>
      box!.x < other.x + other.width &&
      other.x < box!.x + box!.width &&
      box!.y < other.y + other.height &&
      other.y < box!.y + box!.height,
  }));
type Box = { x: number; y: number; width: number; height: number };

test('what was found is shown with its evidence', async () => {
  const answered = page.waitForResponse('**/functions/v1/analyze-transactions');
  await page.getByRole('button', { name: 'Real Data' }).click();
  await page.getByRole('button', { name: 'Analyze transfers.csv' }).click();
  batchId = ((await (await answered).json()) as { batchId: string }).batchId;
  await page.goto(`/exceptions?batch=${batchId}`);
  const review = page.getByRole('dialog');
  await review.getByText('Case 1 of 20').waitFor();
  await review.getByText(/Flagged by \d of \d detectors/).waitFor();
  await review.getByRole('region', { name: 'Recent account activity' }).waitFor();
  await review.getByText('Fan-in: many accounts pay one').first().waitFor();
  await review.getByText('How these rows were chosen').click();
  await review.getByText('review capacity, the 20 highest scores').waitFor();
  const labels = review.getByRole('region', { name: 'Against the labels of the file' });
  expect(await labels.textContent()).toContain('8 of 2,000');
  await review.getByText('How these rows were chosen').click();
});

/** Presses a key; returns the milliseconds until the dialog shows the text. */
async function pressUntilShown(on: Page, key: string, text: string): Promise<number> {
  await on.evaluate(`window.shown = new Promise((resolve) => {
    let pressed;
    const dialog = document.querySelector('[role=dialog]');
    addEventListener('keydown', () => { pressed = performance.now(); }, { capture: true, once: true });
    new MutationObserver((_, observer) => {
      if (pressed === undefined || !dialog.textContent.includes(${JSON.stringify(text)})) return;
      observer.disconnect();
      resolve(Math.round(performance.now() - pressed));
    }).observe(dialog, { subtree: true, childList: true, characterData: true });
  }); undefined`);
  await on.keyboard.press(key);
  return on.evaluate('window.shown');
}

async function getsDuring(on: Page, work: () => Promise<unknown>): Promise<number> {
  let gets = 0;
  const count = (request: { method: () => string }) => {
    if (request.method() === 'GET') gets += 1;
  };
  on.on('request', count);
  await work();
  // Events of the change arrive after it is shown.
  await on.waitForTimeout(3000);
  on.off('request', count);
  return gets;
}

longTest(
  'a review is done by keys: counted, undone, scrolled and opened where it ended',
  async () => {
    const review = page.getByRole('dialog');
    const reviewed = (count: number) => review.getByText(`${count} of 20 reviewed`).waitFor();
    await reviewed(0);
    const shown: number[] = [];
    for (const count of [1, 2, 3])
      shown.push(await pressUntilShown(page, 'a', `${count} of 20 reviewed`));
    await review.getByText('Case 4 of 20').waitFor();
    await review.getByRole('button', { name: 'Undo last' }).waitFor();
    const undone = await pressUntilShown(page, 'z', '2 of 20 reviewed');
    process.stdout.write(`ms to the count: ${shown}; to the undone one: ${undone}\n`);
    expect(Math.min(...shown)).toBeLessThan(300);
    await expect.poll(async () => (await decisions())?.length).toBe(2);

    await page.keyboard.press('?');
    const keys = page.getByRole('dialog', { name: 'Keys' });
    await keys.locator(':focus').waitFor();
    await page.keyboard.press('a');
    await page.keyboard.press('Escape');
    await keys.waitFor({ state: 'detached' });
    await reviewed(2);
    await page.setViewportSize({ width: 1440, height: 500 });
    const pane = review.getByRole('region', { name: 'Case', exact: true });
    await pane.focus();
    await page.keyboard.press('Space');
    await expect.poll(() => page.evaluate('document.activeElement.scrollTop')).toBeGreaterThan(100);
    await page.setViewportSize({ width: 1440, height: 900 });
    await reviewed(2);

    await page.reload();
    await review.getByText('Case 3 of 20').waitFor();
    const picture = await review.getByRole('img', { name: /^Usual: / }).getAttribute('aria-label');
    const row = Number(
      /\d+/.exec(
        (await review.getByRole('heading', { name: /^Row/ }).textContent())!.replace(',', ''),
      )![0],
    );
    const amount = transfers().split('\n')[row]!.split(',')[1];
    expect(picture).toMatch(new RegExp(`This row: ${amount}\\.$`));
    await review.getByText(amount!, { exact: true }).first().waitFor();

    const burst = await signedIn(sandbox, ben);
    const decide = (by: SupabaseClient, choices: readonly object[]) =>
      by
        .rpc('decide_cases', {
          p_batch_id: batchId,
          p_choices: choices.map((choice) => ({ reason_code: null, note: null, ...choice })),
        })
        .throwOnError();
    const others = Array.from({ length: 18 }, (_, i) => ({
      item: i + 2,
      decision: 'approved',
      seen: null,
    }));
    const gets = await getsDuring(page, async () => {
      await decide(burst, others);
      await reviewed(20);
    });
    process.stdout.write(`GETs after 18 decisions of another reviewer: ${gets}\n`);
    expect(gets).toBeLessThanOrEqual(5);
    const { data: made } = await client
      .from('exception_decisions')
      .select('item,seen:decided_at')
      .eq('batch_id', batchId)
      .throwOnError();
    await decide(
      client,
      made.map((each) => ({ ...each, decision: null })),
    );
    expect(await decisions()).toEqual([]);
    await page.reload();
    await reviewed(0);
    await review.getByRole('navigation', { name: 'Cases' }).getByRole('button').first().waitFor();
  },
);

test('the queue is gone through by score or by account, and shows those undecided', async () => {
  const review = page.getByRole('dialog');
  const queue = review.getByRole('navigation', { name: 'Cases' });
  const order = queue.getByLabel('Order of the cases');
  const lines = async () => queue.getByRole('button').allTextContents();
  const byScore = await lines();
  expect(byScore).toHaveLength(20);
  await order.selectOption('By account');
  const byAccount = await lines();
  expect(byAccount.toSorted()).toEqual(byScore.toSorted());
  await review.getByRole('heading', { name: /^Row/ }).click();
  await page.keyboard.press('j');
  await expect.poll(() => queue.locator('[aria-current=true]').textContent()).toBe(byAccount[1]);
  await page.keyboard.press('k');
  await order.selectOption('By score');
  await queue.getByLabel('Undecided').check();
  expect(await lines()).toEqual(byScore);
  await queue.getByLabel('Undecided').uncheck();
});

test('cases are decided by keys, with a reason, and several at one stroke after a preview', async () => {
  const review = page.getByRole('dialog');
  const several = page.getByRole('dialog', { name: 'Decide several cases' });
  await review.getByRole('button', { name: 'Decide several' }).click();
  await several.getByLabel('Reason for all of them').selectOption('known_behaviour');
  await several.getByRole('button', { name: 'Approve 20' }).click();
  await page.getByRole('alertdialog', { name: /of them Critical/ }).waitFor();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await review.getByLabel('Reason', { exact: true }).selectOption('structuring');
  await review.getByRole('heading', { name: /^Row/ }).click();
  // No key may be lost while the previous decision is being sent.
  await page.keyboard.press('r');
  await page.keyboard.press('a');
  await review.getByText('2 of 20 reviewed').waitFor();
  await page.keyboard.press('k');
  await review.getByText('Case 2 of 20').waitFor();
  // The page runs ahead of the database.
  await expect.poll(decisions).toEqual([
    { item: 0, decision: 'rejected', reason_code: 'structuring', note: null },
    { item: 1, decision: 'approved', reason_code: null, note: null },
  ]);
  await review.getByRole('button', { name: 'Decide several' }).click();
  const status = await several.getByRole('status').textContent();
  const count = Number(/^(\d+) case/.exec(status ?? '')?.[1]);
  expect(count).toBeGreaterThan(0);
  await several.getByRole('button', { name: `Approve ${count}` }).click();
  await seeNotice(page, 'Validation Error', 'A reason is needed');
  expect(await coveredButtons(page)).toEqual([]);
  await several.getByLabel('Reason for all of them').selectOption('known_behaviour');
  const approveAll = async () => {
    await several.getByRole('button', { name: `Approve ${count}` }).click();
    await review.getByText(`${count + 2} of 20 reviewed`).waitFor();
  };
  await approveAll();
  await expect.poll(async () => (await decisions())?.length).toBe(20);
  await page.keyboard.press('z');
  await review.getByText('2 of 20 reviewed').waitFor();
  await expect.poll(async () => (await decisions())?.length).toBe(2);
  await review.getByRole('button', { name: 'Decide several' }).click();
  await several.getByLabel('Reason for all of them').selectOption('known_behaviour');
  await approveAll();
  await expect.poll(async () => (await decisions())?.length).toBe(20);
  const stored = (await decisions()) ?? [];
  expect(stored.filter((one) => one.reason_code === 'known_behaviour')).toHaveLength(count);
});

test('the batch leaves as CSV and JSON with its decisions', async () => {
  const review = page.getByRole('dialog');
  const save = async (kind: 'CSV' | 'JSON') => {
    await review.getByRole('button', { name: 'Export' }).click();
    const saved = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: kind }).click();
    return (await bytesOf(saved)).toString();
  };
  const rows = parseCsv(await save('CSV'));
  expect(rows).toHaveLength(21);
  expect(rows[1]!.slice(4, 7)).toEqual(['rejected', 'case', 'Structuring suspected']);
  expect(rows[1]![8]).toBe(ada.email);
  const json = JSON.parse(await save('JSON')) as Record<string, Record<string, unknown>>;
  expect(json.analysis).toMatchObject({ threshold: { method: 'capacity', taken: 20 } });
  expect((json.analysis!.source as { sha256: string }).sha256).toMatch(/^[0-9a-f]{64}$/);
});

longTest(
  "another reviewer's decision shows at once with name and time, and is replaced after a look at it",
  async () => {
    await others.goto(`/exceptions?batch=${batchId}`);
    const theirs = others.getByRole('dialog');
    const ours = page.getByRole('dialog');
    const openFirst = (dialog: typeof ours) =>
      dialog.getByRole('navigation', { name: 'Cases' }).getByRole('button').first().click();
    await openFirst(ours);
    await openFirst(theirs);
    await theirs
      .getByText(new RegExp(`^by ${ada.email}, \\d{4}-\\d\\d-\\d\\d [\\d:]+ UTC$`))
      .waitFor();
    await theirs.getByRole('button', { name: 'Approve (legitimate)' }).click();

    await ours
      .getByText(new RegExp(`^by ${ben.email}, .+ Decided while this case was open$`))
      .waitFor();
    expect(await ours.getByRole('button', { name: 'Reject (confirmed)' }).isDisabled()).toBe(true);
    await ours.getByRole('heading', { name: /^Row/ }).click();
    await page.keyboard.press('r');
    await seeNotice(page, 'Not decided', 'Another user decided this case in the meantime.');
    expect((await decisions())![0]).toMatchObject({ item: 0, decision: 'approved' });
    await ours.getByRole('button', { name: 'Change decision' }).click();
    await ours.getByLabel('Reason', { exact: true }).selectOption('structuring');
    await ours.getByRole('button', { name: 'Reject (confirmed)' }).click();
    await theirs.getByText(new RegExp(`^by ${ada.email},`)).waitFor();
    expect((await decisions())![0]).toMatchObject({
      decision: 'rejected',
      reason_code: 'structuring',
    });
  },
);

test('with maker-checker on, who ran the analysis is offered no decision, and sees why', async () => {
  await rule(true);
  await page.goto(`/exceptions?batch=${batchId}`);
  const review = page.getByRole('dialog');
  await review.getByText('You ran this analysis. Maker-checker is on').waitFor();
  for (const name of [/^Approve/, /^Reject/, 'Decide several']) {
    expect(await review.getByRole('button', { name }).count()).toBe(0);
  }
  await rule(false);
  await page.reload();
  await review.getByRole('button', { name: 'Approve batch' }).waitFor();
});

test('of two reviewers who decide at once one wins, and the other gets an error', async () => {
  await others.goto(`/exceptions?batch=${batchId}`);
  await others.getByRole('dialog').getByLabel('Notes').fill('Not convinced');
  await page.getByRole('dialog').getByLabel('Notes').fill('Looked at, row by row');
  // Hold each request until both have arrived.
  let arrived = 0;
  let open = () => {};
  const both = new Promise<void>((resolve) => {
    open = resolve;
  });
  const held = async (one: Page, path: string, method: string) => {
    await one.route(`**/rest/v1/${path}**`, async (route) => {
      if (route.request().method() !== method) return route.continue();
      arrived += 1;
      if (arrived === 2) open();
      await both;
      await route.continue();
    });
    return () =>
      one.waitForResponse(
        (answer) => answer.url().includes(path) && answer.request().method() === method,
      );
  };
  const approved = await held(page, 'rpc/approve_exception_batch', 'POST');
  const rejected = await held(others, 'exception_batches', 'PATCH');
  const answers = Promise.all([approved(), rejected()]);
  // All 20 cases have a decision, so no question about unreviewed ones appears.
  expect(await decisions()).toHaveLength(20);
  await Promise.all([
    page.getByRole('button', { name: 'Approve batch' }).click(),
    others.getByRole('button', { name: 'Reject batch' }).click(),
  ]);
  const statuses = (await answers).map((answer) => answer.status());
  expect(statuses.filter((status) => status < 300)).toHaveLength(1);
  expect(statuses.filter((status) => status === 409)).toHaveLength(1);
  const [won, lost] = statuses[0]! < 300 ? [page, others] : [others, page];
  await seeNotice(lost, 'Error', 'This batch was already');
  await rowsOf(won, 'Exception batches')
    .first()
    .getByText(/^(Approved|Rejected)$/)
    .waitFor();
  await seeNotice(won, statuses[0]! < 300 ? 'Batch approved' : 'Batch rejected');
  const { data } = await client.rpc('exception_history', { p_batch_id: batchId });
  const history = data as { item: number | null; to_state: string; reason_code: string | null }[];
  const ends = history.filter(
    ({ item, to_state }) => item === null && /^(approved|rejected)$/.test(to_state),
  );
  expect(ends).toHaveLength(1);
  expect(history.some((one) => one.item === 0 && one.reason_code === 'structuring')).toBe(true);
});

test('what was decided is shown by band of score, to this organization alone', async () => {
  await page.goto('/exceptions');
  const table = rowsOf(page, 'Precision by score band');
  await table.first().waitFor();
  const { data } = await client.rpc('exception_precision');
  const bands = data as { decided: number; unreviewed: number }[];
  const total = (of: 'decided' | 'unreviewed') => bands.reduce((sum, band) => sum + band[of], 0);
  expect(total('decided') + total('unreviewed')).toBe(20);
  expect(total('decided')).toBeGreaterThan(0);
  expect(await table.count()).toBe(bands.length);
  expect((await stranger.rpc('exception_precision')).data).toEqual([]);
  const forged = await client
    .from('exception_decisions')
    .insert({ batch_id: batchId, item: 0, decision: 'approved', reason_code: 'known_behaviour' });
  expect(forged.error).not.toBeNull();
});

longTest(
  'a threshold says what it takes before anything is put before a reviewer, and takes as much',
  async () => {
    const { count: before } = await client
      .from('exception_batches')
      .select('*', { count: 'exact', head: true })
      .throwOnError();
    await page.goto('/dashboard');
    await page.getByRole('button', { name: 'Real Data' }).click();
    await page.getByRole('button', { name: 'Alert threshold for transfers.csv' }).click();
    const dialog = page.getByRole('dialog', { name: 'Alert threshold' });
    await dialog.getByText('20 of 2,000 rows would become exceptions.').waitFor();
    await dialog.getByLabel('Method').selectOption('Percentile');
    await dialog.getByLabel('Share of rows (%)').fill('1.55');
    await dialog.getByText('31 of 2,000 rows would become exceptions.').waitFor();
    await dialog.getByLabel('Share of rows (%)').fill('80');
    await dialog.getByText('Must be above 0 and at most 50').waitFor();
    await dialog.getByLabel('Method').selectOption('Peaks over threshold');
    await dialog.getByLabel('Tail probability (%)').fill('2');
    const counted = dialog.getByText(/^\d+ of 2,000 rows would become exceptions\.$/);
    await counted.waitFor();
    const count = Number(/^\d+/.exec((await counted.textContent()) ?? '')?.[0]);
    expect(count).toBeGreaterThan(0);
    const after = await client
      .from('exception_batches')
      .select('*', { count: 'exact', head: true })
      .throwOnError();
    expect(after.count).toBe(before);
    const answered = page.waitForResponse('**/functions/v1/analyze-transactions');
    await dialog.getByRole('button', { name: 'Analyze', exact: true }).click();
    const made = (await (await answered).json()) as { batchId: string };
    const { data: batch } = await client
      .from('exception_batches')
      .select('exception_count,pattern_analysis_results(parameters)')
      .eq('id', made.batchId)
      .single()
      .throwOnError();
    expect(batch.exception_count).toBe(count);
    expect(batch.pattern_analysis_results).toMatchObject({
      parameters: { threshold: { method: 'peaks', value: 0.02, taken: count } },
    });
  },
);

longTest('the same question asked twice is counted once', async () => {
  const { data } = await client.from('ingestion_manifests').select('id').limit(1).throwOnError();
  const ask = (method = 'score') =>
    call<{ runId: string; taken: number; rows: number }>(client, 'preview-threshold', {
      manifestId: data![0]!.id,
      threshold: method === 'score' ? { method, score: 0.99 } : { method: 'capacity', rows: 7 },
      seed: '5',
    });
  const [one, two] = await Promise.all([ask(), ask()]);
  expect(one).toEqual(two);
  expect((await ask()).runId).toBe(one.runId);
  expect(await ask('capacity')).toMatchObject({ taken: 7, rows: 2000 });
});

longTest(
  'a generated batch is analyzed where it is listed; the result says what its labels say, and leads to the review',
  async () => {
    await call(client, 'generate-full', { count: 200, seed: 11, aml_rate: 0.02 });
    await page.goto('/dashboard');
    await page.getByRole('button', { name: 'Synthetic', exact: true }).click();
    const answered = page.waitForResponse('**/functions/v1/analyze-transactions');
    await page.getByRole('button', { name: /^Analyze Synthetic transactions/ }).click();
    const batch = (await (await answered).json()) as { batchId: string; resultId: string };
    await seeNotice(page, 'Analysis complete', 'exceptions wait for review');
    const results = rowsOf(page, 'Analysis results');
    await results.getByText(/^Synthetic transactions [0-9a-f]{8}$/).click();
    const labels = page.getByRole('region', { name: 'Against the labels of the file' });
    const { data } = await client
      .from('pattern_analysis_results')
      .select('parameters')
      .eq('id', batch.resultId)
      .single()
      .throwOnError();
    const { missedShare, belowMedianShare } = data.parameters.evaluation as Record<string, number>;
    for (const [name, share] of [
      ['Labeled rows below the threshold', missedShare],
      ['Labeled rows below the median score', belowMedianShare],
    ] as const) {
      const value = labels.locator('dt', { hasText: name }).locator('xpath=following-sibling::dd');
      expect(await value.first().textContent()).toBe(`${(100 * share!).toFixed(1)}%`);
    }
    await page.getByRole('link', { name: /^Review \d+ exceptions$/ }).click();
    await page.waitForURL(`**/exceptions?batch=${batch.batchId}`);
    await page
      .getByRole('dialog')
      .getByText(/\d+ of \d+ reviewed/)
      .waitFor();
    await page.keyboard.press('Escape');
    const row = rowsOf(page, 'Exception batches').filter({ hasText: 'Anomalies in Synthetic' });
    expect(await row.locator('td').nth(1).textContent()).toMatch(/^Synthetic transactions /);
  },
);

longTest(
  'fifty decisions train a ranker that is approved, changes the next list, and is switched back',
  async () => {
    const dora = { email: 'dora@three.example', password: 'a good password' };
    const made = await makeUser(sandbox, superadmin, {
      ...dora,
      organization: 'Three',
      role: 'admin',
    });
    const { text, isFraud } = cardPayments(1200);
    const form = new FormData();
    form.set('file', new File([text], 'cards.csv', { type: 'text/csv' }));
    const { manifest_id: manifestId } = await call<{ manifest_id: string }>(
      made.client,
      'parse-ingested-file',
      form,
    );
    const list = async () => {
      const found = await call<{ batchId: string }>(made.client, 'analyze-transactions', {
        ...{ manifestId, datasetRef: 'cards.csv', seed: 7 },
        threshold: { method: 'capacity', rows: 60 },
      });
      const { data } = await made.client
        .from('exception_batches')
        .select('exceptions')
        .eq('id', found.batchId)
        .single()
        .throwOnError();
      const exceptions = data.exceptions as { row: number; explores?: boolean }[];
      return { id: found.batchId, exceptions, rows: exceptions.map(({ row }) => row) };
    };
    const first = await list();
    const own = await openPage(browser, { url: sandbox.url });
    await signInOn(own, dora);
    await own.goto(`/exceptions?batch=${first.id}`);
    const review = own.getByRole('dialog');
    await review.getByText('Case 1 of 60').waitFor();
    await review.getByRole('heading', { name: /^Row/ }).click();
    for (const [place, row] of first.rows.slice(0, 50).entries()) {
      await own.keyboard.press(isFraud(row) ? 'r' : 'a');
      await review.getByText(`${place + 1} of 60 reviewed`).waitFor();
    }
    await expect
      .poll(async () => (await made.client.rpc('count_decisions')).data?.[0]?.since)
      .toBe(50);

    await own.goto('/exceptions');
    const answered = own.waitForResponse('**/functions/v1/train-ranker', { timeout: 60_000 });
    await own.getByRole('button', { name: 'Train version 1' }).click();
    expect(await (await answered).json()).toMatchObject({ status: 'completed' });
    await seeNotice(own, 'Training completed', 'Version 1');
    const version = rowsOf(own, 'Ranker versions').first();
    await version.getByText('Proposed').waitFor();
    await version.getByRole('button', { name: 'Verify version 1' }).click();
    await seeNotice(own, 'Training completed', 'same SHA-256');
    await version.getByRole('link', { name: 'Version 1' }).click();
    const record = own.getByRole('dialog', { name: /^Alert ranker on Version 1, 50 decisions/ });
    await record.locator('input[type=file]').setInputFiles({
      name: 'ranker-review.pdf',
      mimeType: 'application/pdf',
      buffer: await smallPdf('Review of the ranker'),
    });
    await seeNotice(own, 'Evidence changed', 'ranker-review.pdf');
    await record.getByLabel('Intended use').fill('Order of alerts in review');
    await record.getByLabel('Audience').fill('Fraud team');
    await record.getByRole('button', { name: 'Approve for production' }).click();
    await seeNotice(own, 'Approved for production');

    await own.goto('/exceptions');
    await version.getByRole('button', { name: 'Use version 1' }).click();
    await version.getByText('In use').waitFor();
    const second = await list();
    const decided = new Set(first.rows.slice(0, 50));
    expect(second.rows.filter((row) => decided.has(row))).toEqual([]);
    expect(second.exceptions.filter(({ explores }) => explores)).toHaveLength(12);
    const known = (rows: readonly number[]) => rows.filter(isFraud).length / rows.length;
    expect(known(second.rows.slice(0, 20))).toBeGreaterThan(known(first.rows.slice(0, 20)));
    await own.goto(`/exceptions?batch=${second.id}`);
    await review.getByText('How these rows were chosen').click();
    await review
      .getByText(
        /^Version 1; drift 0\.\d\d .*; 50 decided rows left out, 12 rows listed to learn from$/,
      )
      .waitFor();

    await own.goto('/exceptions');
    await version.getByRole('button', { name: 'Stop using version 1' }).click();
    await version.getByText('Approved', { exact: true }).waitFor();
    expect((await list()).rows).not.toEqual(second.rows);

    expect(await rowsOf(own, 'Cases by account').count()).toBeGreaterThan(3);
    await own.getByLabel('Cases a day').fill('3');
    await own.getByRole('button', { name: 'Save' }).click();
    await own.getByText('The first 3 are listed, the capacity of a day.').waitFor();
    expect(await rowsOf(own, 'Cases by account').count()).toBe(3);
    await own.context().close();
  },
);
