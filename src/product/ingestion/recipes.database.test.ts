import { afterAll, beforeAll, expect, test } from 'vitest';
import { longTest } from '../../../test/support/long-test.ts';
import { makeMember } from '../../../test/support/members.ts';
import { type ProductHost, startProductHost } from '../../../test/support/product-host.ts';
import { BASIC_HEADERS } from '../../shared/ingestion-headers.ts';
import { ingestionFunctions } from './functions.ts';

type Member = Awaited<ReturnType<ProductHost['member']>>;
let host: ProductHost;
let ada: Member;
let ben: Member;

beforeAll(async () => {
  host = await startProductHost(ingestionFunctions);
  ada = await host.member('ada@bank.example', 'pilot_user');
  ben = await host.member('ben@other.example', 'admin');
});
afterAll(() => host.close());

async function rowsSeenBy(
  organization: string,
  statement: string,
  values: unknown[] = [],
  role: 'admin' | 'pilot_user' = 'admin',
) {
  const { database } = host.db;
  const { caller } = await makeMember(database, { role, organization });
  return (await database.asCaller(caller, (tx) => tx.query(statement, values))).rows;
}

const statement = (days: readonly string[], closing = '') =>
  `Buchung;Wert;Text;Betrag;Saldo\n${days
    .map(
      (day, i) =>
        `${day};${day};Einkauf Nummer ${i};-${i + 1},50;${1000 - ((i + 1) * (i + 2)) / 2 - 0.5 * (i + 1)},00\n`,
    )
    .join('')
    .replace(/(\d+)\.5,00/g, '$1,50')}${closing}`;

const FIRST = statement([
  '03/04/2026',
  '04/04/2026',
  '05/04/2026',
  '06/04/2026',
  '07/04/2026',
  '08/04/2026',
  '09/04/2026',
]);

function upload(text: string, fields: Record<string, string>, token = ada.token) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  form.set('file', new File([text], 'statement.csv', { type: 'text/csv' }));
  return host.call('parse-ingested-file', form, { token });
}

type Mapped = {
  columns: {
    name: string;
    role: string;
    ambiguous: boolean;
    form: Record<string, unknown>;
    alternatives: Record<string, unknown>[];
  }[];
  balance: unknown;
  sign: unknown;
  entity: string | null;
  order: string | null;
};

async function mapWithMonthsFirst(name: string) {
  const uploaded = await upload(FIRST, { columns: 'as-is' });
  expect(uploaded.status).toBe(200);
  const mapping = uploaded.body.mapping as Mapped;
  const columns = mapping.columns.map(({ name: column, role, alternatives }) => ({
    name: column,
    role: column === 'Text' ? 'ignore' : role,
    ...(column === 'Saldo' && { kind: 'rate' }),
    ...(alternatives[0] && column !== 'Betrag' && { form: alternatives[0] }),
  }));
  const { sign, entity, order } = mapping;
  const body = {
    manifest_id: uploaded.body.manifest_id,
    columns,
    sign,
    entity,
    order,
    save_as: name,
  };
  return {
    uploaded,
    mapping,
    body,
    mapped: await host.call('map-dataset', body, { token: ada.token }),
  };
}

test('columns are proposed, corrected, saved as a recipe, which the next file uses and reports', async () => {
  const { mapping, mapped, uploaded } = await mapWithMonthsFirst('Sparkasse Giro');
  expect(mapping.columns.map(({ role }) => role)).toEqual([
    'booking_date',
    'value_date',
    'description',
    'amount',
    'balance',
  ]);
  expect(mapping.columns[0]).toMatchObject({ ambiguous: true, form: { pattern: 'DD/MM/YYYY' } });
  const balance = { column: 'Saldo', share: 1, breaks: { rows: 0, checked: 6, first: [] } };
  expect(mapping.balance).toEqual(balance);
  expect(mapped).toMatchObject({
    status: 200,
    body: { recipe: { name: 'Sparkasse Giro' }, balance },
  });
  const [kept] = (
    await host.db.database.owner.query(
      'select schema, roles, layout, mapping from public.ingestion_manifests where id = $1',
      [uploaded.body.manifest_id],
    )
  ).rows;
  expect(kept.roles).toEqual({ Text: 'ignored', Saldo: 'rate' });
  expect(kept.layout[0].form.pattern).toBe('MM/DD/YYYY');
  expect(kept.mapping.columns[2]).toEqual({ name: 'Text', role: 'ignore' });

  const next = await upload(FIRST.replaceAll('/04/', '/05/'), { columns: 'as-is' });
  expect(next.body.message).toBe('7 records detected, read with recipe “Sparkasse Giro”');
  expect(next.body.recipe).toMatchObject({ name: 'Sparkasse Giro' });
  const again = next.body.mapping as Mapped;
  expect(again.columns[0]).toMatchObject({ ambiguous: false, form: { pattern: 'MM/DD/YYYY' } });
  expect(again.columns[2]!.role).toBe('ignore');
  const [second] = (
    await host.db.database.owner.query(
      'select roles from public.ingestion_manifests where id = $1',
      [next.body.manifest_id],
    )
  ).rows;
  expect(second.roles).toEqual({ Text: 'ignored', Saldo: 'rate' });
});

longTest(
  'a recipe is given by its id or as JSON, listed, exported and deleted; other organizations see none',
  async () => {
    await mapWithMonthsFirst('Named once');
    const listed = await rowsSeenBy(
      ada.orgId,
      'select id, name, recipe, sha256 from public.ingestion_recipes',
    );
    const stored = listed.find(({ name }) => name === 'Named once')!;
    expect(stored.recipe.sha256).toBe(stored.sha256);
    expect(await rowsSeenBy(ben.orgId, 'select id from public.ingestion_recipes')).toEqual([]);
    expect((await upload(FIRST, { recipe: stored.id })).status).toBe(200);
    expect((await upload(FIRST, { recipe: stored.id }, ben.token)).status).toBe(404);
    const theirs = await host.call(
      'save-recipe',
      { name: 'Ours now', recipe: stored.recipe },
      { token: ben.token },
    );
    expect(theirs).toMatchObject({ status: 200, body: { sha256: stored.sha256 } });
    expect((await upload(FIRST, { recipe: JSON.stringify(stored.recipe) }, ben.token)).status).toBe(
      200,
    );
    const remove = 'delete from public.ingestion_recipes where id = $1 returning id';
    expect(await rowsSeenBy(ben.orgId, remove, [stored.id])).toEqual([]);
    expect(await rowsSeenBy(ada.orgId, remove, [stored.id], 'pilot_user')).toEqual([]);
    expect(await rowsSeenBy(ada.orgId, remove, [stored.id])).toEqual([{ id: stored.id }]);
    const events = await host.db.database.owner.query(
      'select action, count(*)::int as count from audit.events where object_id = $1 group by action order by action',
      [stored.id],
    );
    expect(events.rows).toEqual([
      { action: 'recipe.deleted', count: 1 },
      { action: 'recipe.saved', count: 1 },
    ]);
  },
);

longTest('what does not fit is refused, and nothing of it is kept', async () => {
  const { mapped, body } = await mapWithMonthsFirst('Refusals');
  expect(mapped.status).toBe(200);
  const { body: twice } = await host.call('map-dataset', body, { token: ada.token });
  expect(twice.error).toContain('A recipe named “Refusals” already exists');
  const refuse = async (change: object) =>
    (
      await host.call(
        'map-dataset',
        { ...body, save_as: undefined, ...change },
        { token: ada.token },
      )
    ).body.error;
  expect(await refuse({ entity: 'Nobody' })).toBe('The dataset has no column Nobody.');
  expect(await refuse({ columns: body.columns.slice(1) })).toBe(
    'Expected each column of the dataset exactly once.',
  );
  const wrong = body.columns.map((column) => ({
    name: column.name,
    role: column.role,
    ...(column.name === 'Text' && { form: { kind: 'boolean', trueText: 'a', falseText: 'b' } }),
  }));
  expect(await refuse({ columns: wrong })).toContain(
    'Not all values of column Text match the chosen',
  );
  const foreign = await host.call('map-dataset', body, { token: ben.token });
  expect(foreign.status).toBe(404);

  const [kept] = await rowsSeenBy(
    ada.orgId,
    "select id from public.ingestion_recipes where name = 'Refusals'",
  );
  const days = await upload(FIRST.replace('04/04/2026', '31/04/2026'), { recipe: kept!.id });
  expect(days).toMatchObject({ status: 409, body: { code: 'conflict' } });
  const others = await upload(FIRST.replace('Saldo', 'Rest'), { recipe: kept!.id });
  expect(others.body.error).toContain('The recipe is for files with other columns.');
  const both = await upload(FIRST, { recipe: kept!.id, columns: 'as-is' });
  expect(both.status).toBe(400);
  expect((await upload(FIRST, { recipe: '{"version":2}' })).body.error).toContain(
    'The recipe is invalid: version',
  );
  expect((await upload(FIRST, { recipe: 'mine' })).status).toBe(400);
});

function inspect(text: string, whole: string, token = ada.token) {
  const form = new FormData();
  form.set('whole', whole);
  form.set('file', new File([text], 'statement.csv', { type: 'text/csv' }));
  return host.call('inspect-file', form, { token });
}

longTest(
  'the beginning of a file says what its headers are good for, and which recipe is for it',
  async () => {
    await mapWithMonthsFirst('For the beginning');
    const own = await inspect(FIRST, 'true');
    expect(own.body).toMatchObject({
      columns: ['Buchung', 'Wert', 'Text', 'Betrag', 'Saldo'],
      template: null,
      record_count: 7,
      message: 'Some required headers are missing. Download the correct template to proceed.',
      recipe: { name: 'For the beginning' },
    });
    expect(own.body.missing).toContain('transaction_id');
    const read = own.body.read as { profile: unknown[]; layout: unknown[]; preview: unknown[] };
    expect(read).toMatchObject({
      rows: 7,
      dialect: { delimiter: ';', decimal: ',', header: true },
      balance: { column: 'Saldo' },
    });
    // The recipe decides the order of month and day.
    expect(read.layout[0]).toMatchObject({ name: 'Buchung', ambiguous: false });
    expect(read.profile[3]).toMatchObject({ name: 'Betrag', role: 'feature', type: 'decimal' });
    expect(read.preview).toHaveLength(7);
    const template = `${BASIC_HEADERS.join(',')}\n${'x,'.repeat(8)}x\n`;
    expect((await inspect(template, 'true')).body).toMatchObject({
      template: 'Basic',
      missing: [],
      recipe: null,
      message: 'Headers validated — 1 records detected (Basic template)',
    });
    expect((await inspect(template, 'false')).body).toMatchObject({
      record_count: null,
      message: 'Headers validated (Basic template). Records are counted on upload.',
    });
    const tooMuch = await inspect('a,b\n1,2\n'.repeat(131_073), 'false');
    expect(tooMuch).toMatchObject({
      status: 413,
      body: { error: 'Send at most the first 1048576 bytes.' },
    });
  },
);

longTest(
  "an organization's recipe is proposed for its own files only, single or linked",
  async () => {
    const stranger = await host.member('cy@third.example', 'pilot_user');
    await mapWithMonthsFirst('For its own files');
    expect((await inspect(FIRST, 'true')).body.recipe).not.toBeNull();
    expect((await inspect(FIRST, 'true', stranger.token)).body.recipe).toBeNull();
    const recipesUsed = async ({ token, orgId }: Member) => {
      const form = new FormData();
      form.append('file', new File([FIRST], 'statement.csv'));
      form.append('file', new File(['id,text\n1,a\n'], 'texts.csv'));
      expect((await host.call('parse-ingested-tables', form, { token })).status).toBe(200);
      const [dataset] = await rowsSeenBy(
        orgId,
        "select recipe_id from public.ingestion_manifests where table_name = 'statement'",
      );
      return dataset.recipe_id as string | null;
    };
    expect(await recipesUsed(ada)).not.toBeNull();
    expect(await recipesUsed(stranger)).toBeNull();
  },
);
