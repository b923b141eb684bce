import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { longTest } from '../../../test/support/long-test.ts';
import { type ProductHost, startProductHost } from '../../../test/support/product-host.ts';
import { productFunctions } from '../functions.ts';

type Member = Awaited<ReturnType<ProductHost['member']>>;
let host: ProductHost;
let ada: Member;
let ben: Member;
let manifestId: string;

/** Claims of which the paid amount follows in closed ones, and the fee in all but a few. */
const CLAIMS = `status,claimed,deductible,paid,fee\n${Array.from({ length: 600 }, (_, i) => {
  const claimed = 100 + ((i * 7919) % 1000);
  const deductible = [100, 250, 500][i % 3]!;
  const status = i % 4 === 0 ? 'open' : 'closed';
  const paid = status === 'closed' ? Math.max(0, claimed - deductible) : (i * 131) % 700;
  return `${status},${claimed}.00,${deductible}.00,${paid}.00,${i % 97 === 0 ? 12 : (i % 9) + 20}.00\n`;
}).join('')}`;
const PAID = 'paid = max(0, claimed − deductible) where status is closed';

beforeAll(async () => {
  host = await startProductHost(productFunctions, { worker: true });
  ada = await host.member('ada@bank.example', 'pilot_user');
  ben = await host.member('ben@other.example', 'admin');
  manifestId = String((await upload()).manifest_id);
});
afterAll(() => host.close());

async function upload(recipe?: string) {
  const form = new FormData();
  if (recipe === undefined) form.set('columns', 'as-is');
  else form.set('recipe', recipe);
  form.set('file', new File([CLAIMS], 'claims.csv', { type: 'text/csv' }));
  const uploaded = await host.call('parse-ingested-file', form, { token: ada.token });
  expect(uploaded.body.error).toBeUndefined();
  return uploaded.body;
}

const setRules = (rules: { declared: string[]; rejected: string[] }, { token } = ada) =>
  host.call('set-dataset-rules', { manifest_id: manifestId, ...rules }, { token });

async function datasetOf(id: string) {
  const { rows } = await host.db.database.owner.query(
    'select rules, recipe, profile from public.ingestion_manifests where id = $1',
    [id],
  );
  return rows[0] as {
    rules: { declared: string[]; rejected: string[] } | null;
    recipe: { rules?: unknown };
    profile: { laws: string[] } | null;
  };
}

test('the profile lists the rule, and declared ones are checked against the rows', async () => {
  await vi.waitFor(async () => expect((await datasetOf(manifestId)).profile).not.toBeNull(), {
    timeout: 20_000,
    interval: 200,
  });
  expect((await datasetOf(manifestId)).profile?.laws).toContain(PAID);
  const unreadable = await setRules({ declared: ['paid = claimed minus 1'], rejected: [] });
  expect([unreadable.status, unreadable.body.error]).toEqual([
    400,
    expect.stringContaining('paid'),
  ]);
  const foreign = await setRules({ declared: [], rejected: [PAID] }, ben);
  expect(foreign.status).toBe(404);
  expect((await datasetOf(manifestId)).rules).toBeNull();
  const both = await setRules({ declared: [PAID], rejected: [PAID] });
  expect(both.status).toBe(400);
});

test('a change of rules is audited once, with who made it', async () => {
  for (const _ of [1, 2]) {
    expect((await setRules({ declared: [], rejected: [PAID] })).status).toBe(200);
  }
  const { rows } = await host.db.database.owner.query(
    `select actor_email, tenant_id, detail from audit.events
      where action = 'dataset.rules_set' and object_id = $1`,
    [manifestId],
  );
  expect(rows).toEqual([
    {
      actor_email: 'ada@bank.example',
      tenant_id: ada.orgId,
      detail: { declared: [], rejected: [PAID] },
    },
  ]);
});

longTest(
  'rules are stored with the dataset and its recipe, and hold in generated rows',
  async () => {
    const answer = await setRules({
      declared: ['fee = 25 where status is open'],
      rejected: [PAID],
    });
    const fee = 'fee = 25 where status is open';
    expect(answer.body).toEqual({
      declared: [{ sentence: fee, rows: 150, share: expect.closeTo(0.11, 1) }],
    });
    const { rules, recipe } = await datasetOf(manifestId);
    expect(rules).toEqual({ declared: [fee], rejected: [PAID] });
    expect(recipe.rules).toEqual(rules);
    const again = await upload(JSON.stringify(recipe));
    expect((await datasetOf(String(again.manifest_id))).rules).toEqual(rules);

    const made = await host.call(
      'generate-synthetic-from-ingestion',
      { manifest_id: manifestId, count: 400, seed: '7' },
      { token: ada.token },
    );
    expect(made.body.error).toBeUndefined();
    type Log = { batch_preview: Record<string, string>[]; manifest: { notes: { rules: unknown } } };
    const log = async () =>
      (
        await host.db.database.owner.query(
          'select preview as batch_preview, manifest from public.generation_logs where run_id = $1 and manifest is not null',
          [made.body.runId],
        )
      ).rows[0] as Log | undefined;
    await vi.waitFor(async () => expect(await log()).toBeDefined(), {
      timeout: 60_000,
      interval: 300,
    });
    const { batch_preview: rows, manifest } = (await log())!;
    expect(manifest.notes.rules).toEqual(rules);
    const open = rows.filter(({ status }) => status === 'open');
    expect(open.length).toBeGreaterThan(3);
    expect(open.every((row) => Number(row.fee) === 25)).toBe(true);
    const closed = rows.filter(({ status }) => status === 'closed');
    const keep = closed.filter(
      (row) => Number(row.paid) === Math.max(0, Number(row.claimed) - Number(row.deductible)),
    );
    expect(keep.length).toBeLessThan(0.5 * closed.length);
  },
  90_000,
);
