import { createHash, randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { canonicalJson } from '../../src/shared/canonical-json.ts';
import { startBeforeTests } from '../support/before-tests.ts';
import { type Member, makeMember, makeOrganization, startBank } from '../support/members.ts';
import { withoutTriggers } from '../support/without-triggers.ts';

const bank = startBeforeTests(startBank);
let maker: Member;
let admin: Member;
let second: Member;
let pilot: Member;
beforeAll(async () => {
  [maker, admin, second] = [
    await bank.member('admin'),
    await bank.member('admin'),
    await bank.member('admin'),
  ];
  pilot = await bank.member('pilot_user');
  await owner('update public.organizations set four_eyes = true where id = $1', [
    bank.organization,
  ]);
});

const owner = async (statement: string, values: unknown[] = []) =>
  (await bank.database.owner.query(statement, values)).rows;
const sha = (text: string) => createHash('sha256').update(text).digest('hex');
const day = (months: number, days = 0) => {
  const date = new Date();
  date.setUTCMonth(date.getUTCMonth() + months);
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10);
};

type Made = { run: string; batch: string; path: string };

async function makeBatch(verdict: 'pass' | 'fail' | 'withheld' | null = 'pass'): Promise<Made> {
  const batch = randomUUID();
  const path = `${bank.organization}/${batch}/rows.csv`;
  await owner(
    `insert into storage.objects (bucket_id, name, version, tenant_id, metadata)
     values ('generated_data', $1, gen_random_uuid(), $2, jsonb_build_object('sha256', $3::text))`,
    [path, bank.organization, sha(batch)],
  );
  await owner(
    `insert into public.generation_logs (batch_id, tenant_id, entity_type, status, csv_url, manifest, created_by)
     values ($1, $2, 'transactions', 'completed', $3, $4, $5)`,
    [
      batch,
      bank.organization,
      `generated_data/${path}`,
      canonicalJson({ sha256: sha(`manifest ${batch}`) }),
      maker.id,
    ],
  );
  if (verdict !== null) {
    await owner(
      'insert into public.batch_reports (batch_id, tenant_id, privacy, sha256) values ($1, $2, $3, $4)',
      [batch, bank.organization, canonicalJson({ verdict }), sha(`report ${batch}`)],
    );
  }
  const [record] = await owner(
    `insert into public.governance_audit (tenant_id, model_type, dataset_ref, created_by, batch_id)
     values ($1, 'm', 'd', $2, $3) returning run_id`,
    [bank.organization, maker.id, batch],
  );
  return { run: record.run_id, batch, path };
}

async function evidence(runs: string[], content: object | null = {}, bytes: string = randomUUID()) {
  const path = `${bank.organization}/${randomUUID()}.pdf`;
  const read = content && { readable: true, mentions: [], reportOf: null, ...content };
  await owner(
    `insert into storage.objects (bucket_id, name, version, tenant_id, owner, metadata)
     values ('evidence-vault', $1, gen_random_uuid(), $2, $3, $4)`,
    [
      path,
      bank.organization,
      admin.id,
      { sha256: sha(bytes), size: 10, ...(read && { content: read }) },
    ],
  );
  const [document] = await owner(
    `insert into public.evidence_documents (tenant_id, filename, file_type, file_size, storage_path, uploaded_by, org_id)
     values ($1, 'e.pdf', 'application/pdf', 10, $2, $3, $1) returning id`,
    [bank.organization, path, admin.id],
  );
  for (const run of runs) {
    await owner(
      'insert into public.evidence_links (document_id, governance_run_id, tenant_id, linked_by) values ($1, $2, $3, $4)',
      [document.id, run, bank.organization, admin.id],
    );
  }
}

const TERMS = {
  p_intended_use: 'Load tests of the payment service',
  p_audience: 'Vendor under NDA',
  p_expires_on: day(6),
};
const EXCEPTION = {
  p_exception_name: 'Too few rows to attack',
  p_exception_reason: '50 rows, for a demonstration',
};
const approve = (who: Member, run: string, terms: Record<string, string | null> = TERMS) => {
  const named = Object.keys(terms).map((name, i) => `${name} => $${i + 2}`);
  return bank.attempt(who, [
    `select public.approve_model_run(${['p_run_id => $1', ...named].join(', ')})`,
    [run, ...Object.values(terms)],
  ]);
};
const confirm = (who: Member, run: string) =>
  bank.attempt(who, ['select public.confirm_model_approval($1)', [run]]);
const stateOf = async (run: string) =>
  (
    await bank.database.asCaller(pilot.caller, (tx) =>
      tx.query('select state, lapsed_because from public.current_approvals where run_id = $1', [
        run,
      ]),
    )
  ).rows[0] ?? null;
const isApproved = async (run: string) =>
  (
    await owner('select approved_for_production from public.governance_audit where run_id = $1', [
      run,
    ])
  )[0].approved_for_production;

test('the four: own work, withheld privacy, the report of another batch, no evidence', async () => {
  const [own, withheld, foreign, bare] = [
    await makeBatch(),
    await makeBatch('withheld'),
    await makeBatch(),
    await makeBatch(),
  ];
  for (const { run, batch } of [own, withheld]) await evidence([run], { mentions: [batch] });
  await evidence([foreign.run], { mentions: [own.batch], reportOf: own.batch.slice(0, 8) });
  expect([
    await approve(maker, own.run),
    await approve(admin, withheld.run),
    await approve(admin, foreign.run),
    await approve(admin, bare.run),
  ]).toEqual([
    '42501 Maker-checker: the person who ran the model cannot approve it',
    'PT409 The privacy of this batch was not scored: name an exception, with a reason, for a second administrator to confirm',
    'PT409 e.pdf is about another batch: unlink it',
    'PT409 Link at least one evidence document first',
  ]);
  for (const { run } of [own, withheld, foreign, bare]) expect(await isApproved(run)).toBe(false);
  expect(await approve(admin, own.run)).toBe(1);
});

test('what is approved: the terms, the hashes and the documents, under one hash, on the log', async () => {
  const { run, batch } = await makeBatch();
  await evidence([run], {}, 'validation');
  const use = 'Tests of "Ü": \\ and\nlines';
  expect(
    await approve(admin, run, { ...TERMS, p_intended_use: `  ${use} `, p_notes: 'Checked' }),
  ).toBe(1);
  const [found] = await owner(
    "select *, to_char(expires_on, 'YYYY-MM-DD') as day from public.current_approvals where run_id = $1",
    [run],
  );
  const hashes = {
    file: sha(batch),
    report: sha(`report ${batch}`),
    manifest: sha(`manifest ${batch}`),
  };
  expect(found).toMatchObject({
    state: 'approved',
    intended_use: use,
    notes: 'Checked',
    verdict: 'pass',
    file_sha256: hashes.file,
    report_sha256: hashes.report,
    manifest_sha256: hashes.manifest,
    evidence: [{ filename: 'e.pdf', sha256: sha('validation') }],
    approved_by: admin.id,
    day: TERMS.p_expires_on,
  });
  const terms = {
    ...hashes,
    run,
    intendedUse: use,
    audience: TERMS.p_audience,
    expiresOn: TERMS.p_expires_on,
    exception: null,
  };
  expect(found.sha256).toBe(sha(canonicalJson(terms)));
  const entries = await owner(
    "select kind, detail - 'by' - 'said' as detail from log.outbox where subject = $1 and kind like 'model.%' and kind <> 'model.recorded'",
    [run],
  );
  expect(entries).toEqual([
    { kind: 'model.approved', detail: { approval: found.sha256, expires: TERMS.p_expires_on } },
  ]);
});

test.each<[string, Record<string, string | null>, string]>([
  ['no use', { ...TERMS, p_intended_use: ' a ' }, 'intended use, in 3 to 500'],
  ['a use too long', { ...TERMS, p_intended_use: 'a'.repeat(501) }, 'intended use, in 3 to 500'],
  ['no audience', { ...TERMS, p_audience: null }, 'audience, in 3 to 200'],
  ['no expiry', { ...TERMS, p_expires_on: null }, 'expiry date'],
  ['an expiry that is over', { ...TERMS, p_expires_on: day(0, -1) }, 'expiry date'],
  ['an expiry in more than 24 months', { ...TERMS, p_expires_on: day(24, 1) }, 'expiry date'],
  ['an exception for nothing', { ...TERMS, ...EXCEPTION }, 'leave the exception empty'],
])('refused: %s', async (_, terms, said) => {
  const { run } = await makeBatch();
  await evidence([run]);
  const refusal = await approve(admin, run, terms);
  expect(refusal).toMatch(/^PT400 /);
  expect(refusal).toContain(said);
  expect(await approve(admin, run, { ...TERMS, p_expires_on: day(24) })).toBe(1);
});

test('refused: a verdict "fail", a batch that is measured now, a file that is gone', async () => {
  const failed = await makeBatch('fail');
  await evidence([failed.run]);
  expect(await approve(admin, failed.run, { ...TERMS, ...EXCEPTION })).toBe(
    'PT409 This batch did not pass the privacy tests: it cannot be approved',
  );
  const open = await makeBatch(null);
  await evidence([open.run]);
  await owner(
    "insert into public.runs (tenant_id, kind, subject, status) values ($1, 'measure', $2, 'running')",
    [bank.organization, { batchId: open.batch }],
  );
  expect(await approve(admin, open.run)).toContain('still being measured');
  const gone = await makeBatch();
  await evidence([gone.run]);
  await withoutTriggers(bank, 'delete from storage.objects where name = $1', [gone.path]);
  expect(await approve(admin, gone.run)).toContain('The file of this batch is missing');
});

test('refused: documents that cannot be read, were never read, or stand behind another batch', async () => {
  const [one, two] = [await makeBatch(), await makeBatch()];
  await evidence([one.run], { readable: false });
  expect(await approve(admin, one.run)).toBe('PT409 e.pdf is not a readable document: unlink it');
  await owner('delete from public.evidence_links where governance_run_id = $1', [one.run]);
  await evidence([one.run], null);
  expect(await approve(admin, one.run)).toContain('uploaded before documents were checked');
  await owner('delete from public.evidence_links where governance_run_id = $1', [one.run]);
  // The same bytes uploaded twice count as one document.
  await evidence([one.run], {}, 'policy');
  await evidence([two.run], {}, 'policy');
  expect(await approve(admin, one.run)).toContain('also support another batch');
  await evidence([one.run], { mentions: [one.batch, two.batch] });
  expect(await approve(admin, one.run)).toBe(1);
});

test('withheld: awaits a second administrator, who is not the first', async () => {
  const { run } = await makeBatch('withheld');
  await evidence([run]);
  for (const half of [{ p_exception_name: 'Name only' }, { p_exception_reason: 'Reason only' }]) {
    expect(await approve(admin, run, { ...TERMS, ...half })).toContain('name an exception');
  }
  expect(await approve(admin, run, { ...TERMS, ...EXCEPTION })).toBe(1);
  expect([await stateOf(run), await isApproved(run)]).toEqual([
    { state: 'awaiting', lapsed_because: null },
    false,
  ]);
  expect(await approve(second, run, { ...TERMS, ...EXCEPTION })).toContain(
    'awaits a second approver',
  );
  expect(await confirm(admin, run)).toContain('you approved it first');
  expect(await confirm(maker, run)).toContain('Maker-checker');
  expect(await confirm(pilot, run)).toContain('needs the role admin');
  expect(await confirm(second, run)).toBe(1);
  expect([(await stateOf(run)).state, await isApproved(run)]).toEqual(['approved', true]);
  expect(await confirm(second, run)).toContain('is not awaiting a second approver');
  const unmeasured = await makeBatch(null);
  await evidence([unmeasured.run]);
  expect(await approve(admin, unmeasured.run)).toContain('name an exception');
});

test('unfit: awaits a second administrator; limited is approved with its terms', async () => {
  const judged = async (verdict: string) => {
    const { run, batch } = await makeBatch();
    await owner('update public.batch_reports set quality = $2 where batch_id = $1', [
      batch,
      canonicalJson({ usefulness: { verdict } }),
    ]);
    await evidence([run]);
    return run;
  };
  const [unfit, limited] = [await judged('unfit'), await judged('limited')];
  expect(await approve(admin, unfit)).toBe(
    'PT409 The report judges this batch unfit: name an exception, with a reason, for a second administrator to confirm',
  );
  expect(await approve(admin, unfit, { ...TERMS, ...EXCEPTION })).toBe(1);
  expect(await isApproved(unfit)).toBe(false);
  expect(await confirm(second, unfit)).toBe(1);
  expect((await stateOf(unfit)).state).toBe('approved');
  expect(await approve(admin, limited, { ...TERMS, ...EXCEPTION })).toContain(
    'leave the exception empty',
  );
  expect(await approve(admin, limited)).toBe(1);
});

const LAPSES: Record<string, [change: (made: Made) => Promise<unknown>, because: string]> = {
  'the file': [
    ({ path }) =>
      withoutTriggers(
        bank,
        `update storage.objects set metadata = '{"sha256": "other"}' where name = $1`,
        [path],
      ),
    'The file of the batch changed or was deleted.',
  ],
  'the report': [
    ({ batch }) =>
      owner('update public.batch_reports set sha256 = $2 where batch_id = $1', [batch, sha('new')]),
    'The report changed.',
  ],
  'the report under its old hash': [
    ({ batch }) =>
      owner(
        `update public.batch_reports set privacy = '{"verdict":"pass","score":99}' where batch_id = $1`,
        [batch],
      ),
    'The manifest or the report changed.',
  ],
  'the manifest': [
    ({ batch }) =>
      owner('update public.generation_logs set manifest = $2 where batch_id = $1', [
        batch,
        JSON.stringify({ sha256: sha('new') }),
      ]),
    'The manifest or the report changed.',
  ],
  'the use': [
    ({ run }) =>
      owner("update public.model_approvals set intended_use = 'Anything' where run_id = $1", [run]),
    'Its use, audience or expiry was changed after the approval.',
  ],
};
test.each(Object.entries(LAPSES))(
  'an approval lapses with a change of %s',
  async (_, [change, because]) => {
    const batch = await makeBatch();
    await evidence([batch.run]);
    expect(await approve(admin, batch.run)).toBe(1);
    expect(await stateOf(batch.run)).toEqual({ state: 'approved', lapsed_because: null });
    expect(await approve(admin, batch.run)).toContain('already approved');
    await change(batch);
    expect(await stateOf(batch.run)).toEqual({ state: 'lapsed', lapsed_because: because });
  },
);

test('an approval expires after its last day, and can be given again', async () => {
  const batch = await makeBatch();
  await evidence([batch.run]);
  expect(await approve(admin, batch.run, { ...TERMS, p_expires_on: day(0) })).toBe(1);
  expect((await stateOf(batch.run)).state).toBe('approved');
  await owner('update public.model_approvals set expires_on = $2 where run_id = $1', [
    batch.run,
    day(0, -1),
  ]);
  expect(await stateOf(batch.run)).toEqual({
    state: 'lapsed',
    lapsed_because: `It expired on ${day(0, -1)}.`,
  });
  expect(await approve(second, batch.run)).toBe(1);
  expect((await stateOf(batch.run)).state).toBe('approved');
  const approvals = await owner(
    'select closed_reason from public.model_approvals where run_id = $1 order by approved_at',
    [batch.run],
  );
  expect(approvals.map(({ closed_reason }) => closed_reason)).toEqual([
    'Lapsed and replaced by a new approval',
    null,
  ]);
});

test('a lapse is final: it is recorded and logged, and nothing reverts it', async () => {
  const [expired, edited, kept] = [await makeBatch(), await makeBatch(), await makeBatch()];
  for (const { run } of [expired, edited, kept]) {
    await evidence([run]);
    expect(await approve(admin, run)).toBe(1);
  }
  const settle = async (thoroughly: boolean) =>
    (await owner('select private.settle_lapses($1) as n', [thoroughly]))[0].n;
  await settle(true);
  expect(await settle(false)).toBe(0);
  await owner('update public.model_approvals set expires_on = $2 where run_id = $1', [
    expired.run,
    day(0, -1),
  ]);
  // Change the report itself, not its recorded hash.
  await owner(
    `update public.batch_reports set privacy = '{"verdict": "pass", "score": 100}' where batch_id = $1`,
    [edited.batch],
  );
  expect(await settle(false)).toBe(1);
  expect([await isApproved(expired.run), await isApproved(edited.run)]).toEqual([false, true]);
  expect(await settle(true)).toBe(1);
  expect([await isApproved(edited.run), await isApproved(kept.run)]).toEqual([false, true]);
  const kinds = await owner('select kind from log.outbox where subject = $1 order by id', [
    expired.run,
  ]);
  expect(kinds.map(({ kind }) => kind)).toEqual([
    'model.recorded',
    'model.approved',
    'model.lapsed',
  ]);
  await owner(
    `update public.batch_reports set privacy = '{"verdict":"pass"}' where batch_id = $1`,
    [edited.batch],
  );
  expect(await stateOf(edited.run)).toEqual({
    state: 'lapsed',
    lapsed_because: 'The manifest or the report changed.',
  });
  expect(await approve(admin, edited.run)).toBe(1);
  expect(await isApproved(edited.run)).toBe(true);
});

test('a first approval that lapsed is not confirmed; what is revoked is kept with its reason', async () => {
  const batch = await makeBatch('withheld');
  await evidence([batch.run]);
  await approve(admin, batch.run, { ...TERMS, ...EXCEPTION });
  await owner('update public.batch_reports set sha256 = $2 where batch_id = $1', [
    batch.batch,
    sha('new'),
  ]);
  expect(await confirm(second, batch.run)).toBe(
    'PT409 The first approval lapsed: The report changed.',
  );
  const revoke = (reason: string) =>
    bank.attempt(second, ['select public.revoke_model_run($1, $2)', [batch.run, reason]]);
  expect(await revoke(' ')).toBe('PT400 A reason is required');
  expect(await revoke('Not needed')).toBe(1);
  expect(await stateOf(batch.run)).toBe(null);
  const [kept] = await owner(
    'select closed_by, closed_reason from public.model_approvals where run_id = $1',
    [batch.run],
  );
  expect(kept).toEqual({ closed_by: second.id, closed_reason: 'Not needed' });
});

test('neither members nor the service key nor another organization write around the procedure', async () => {
  const { run } = await makeBatch();
  await evidence([run]);
  const row = `insert into public.model_approvals (tenant_id, run_id, intended_use, audience, expires_on, content_sha256, evidence, sha256, approved_by)
    values ('${bank.organization}', '${run}', 'use', 'audience', current_date, '', '[]', '', '${admin.id}')`;
  const mark = `update public.governance_audit set approved_for_production = true where run_id = '${run}'`;
  for (const who of [maker, admin, pilot]) {
    expect(await bank.attempt(who, [row])).toMatch(/^42501/);
    expect(await bank.attempt(who, [mark])).toMatch(/^42501/);
  }
  const direct = (statement: string) =>
    bank.database
      .asCaller({ role: 'service_role' }, (tx) => tx.query(statement))
      .then(
        () => 'done',
        (error: { code: string; message: string }) => `${error.code} ${error.message}`,
      );
  expect(await direct(row)).toMatch(/^42501 permission denied/);
  expect(await direct(mark)).toContain('Use approve_model_run and revoke_model_run');
  expect(
    await direct(
      `insert into public.governance_audit (tenant_id, model_type, dataset_ref, approved_for_production)
       values ('${bank.organization}', 'm', 'd', true)`,
    ),
  ).toContain('Use approve_model_run and revoke_model_run');
  expect(await approve(pilot, run)).toContain('needs the role admin');
  expect(await approve(admin, run)).toBe(1);
  expect(await direct(mark.replace('true', 'false'))).toContain('revoke_model_run');
  const stranger = await makeMember(bank.database, {
    role: 'admin',
    organization: await makeOrganization(bank.database),
  });
  expect(await confirm(stranger, run)).toBe('PT404 Record not found');
  const seen = await bank.attempt(stranger, [
    'select from public.current_approvals where run_id = $1',
    [run],
  ]);
  expect(seen).toBe(0);
});

const LEAVINGS: Record<string, [leave: string, back: string]> = {
  disabled: [
    "update public.profiles set status = 'disabled' where id = $1",
    "update public.profiles set status = 'active' where id = $1",
  ],
  'without the role': [
    "delete from public.user_roles where user_id = $1 and role = 'admin'",
    "insert into public.user_roles (user_id, role) values ($1, 'admin')",
  ],
  'in no organization': [
    'update public.profiles set org_id = null where id = $1',
    `update public.profiles set org_id = (select org_id from public.profiles where org_id is not null limit 1)
      where id = $1`,
  ],
};
test.each(Object.entries(LEAVINGS))(
  'a confirmation needs a first approver who may still approve: %s',
  async (_, [leave, back]) => {
    const { run } = await makeBatch('withheld');
    await evidence([run]);
    expect(await approve(admin, run, { ...TERMS, ...EXCEPTION })).toBe(1);
    await owner(leave, [admin.id]);
    expect(await confirm(second, run)).toBe(
      'PT409 The first approver is disabled or no longer an administrator here: revoke this approval and approve again',
    );
    await owner(back, [admin.id]);
    expect(await confirm(second, run)).toBe(1);
  },
);

test('the evidence that the first approver saw stays until the second confirms', async () => {
  const { run } = await makeBatch('withheld');
  await evidence([run]);
  expect(await approve(admin, run, { ...TERMS, ...EXCEPTION })).toBe(1);
  const unlink = 'delete from public.evidence_links where governance_run_id = $1';
  expect(await bank.attempt(pilot, [unlink, [run]])).toBe(
    'PT409 The approval of a linked record awaits a second approver',
  );
  await withoutTriggers(bank, unlink, [run]);
  await evidence([run]);
  expect(await confirm(second, run)).toContain('The evidence changed after the first approval');
});

test('an approval given while maker-checker was off records it, as does the log', async () => {
  const root = await bank.member('superadmin');
  const { run } = await makeBatch();
  await evidence([run]);
  const entries = async () =>
    (
      await owner(
        "select kind, detail - 'by' - 'said' as detail from log.outbox where kind ~ '^(user|organization)[.]' order by id",
      )
    ).map(({ kind, detail }) => [kind, detail]);
  const before = (await entries()).length;
  const set = (fields: string, of: 'organizations' | 'profiles', id: string) =>
    bank.attempt(root, [`update public.${of} set ${fields} where id = $1`, [id]]);
  expect(await set('four_eyes = false', 'organizations', bank.organization)).toBe(1);
  expect(await approve(maker, run)).toBe(1);
  expect(await set('four_eyes = true', 'organizations', bank.organization)).toBe(1);
  expect(await set("name = 'Renamed bank'", 'organizations', bank.organization)).toBe(1);
  expect(await set("status = 'disabled'", 'profiles', pilot.id)).toBe(1);
  expect(await set("status = 'active'", 'profiles', pilot.id)).toBe(1);
  expect(await set("full_name = 'Another'", 'profiles', pilot.id)).toBe(1);
  expect(await set('org_id = null', 'profiles', pilot.id)).toBe(1);
  const [approval] = await owner(
    'select maker_checker from public.current_approvals where run_id = $1',
    [run],
  );
  expect(approval.maker_checker).toBe(false);
  const [entry] = await owner(
    "select detail from log.outbox where kind = 'model.approved' and subject = $1",
    [run],
  );
  expect(entry.detail.maker_checker).toBe(false);
  expect((await entries()).slice(before)).toEqual([
    ['organization.rules_set', { maker_checker: false, second_factor: false }],
    ['organization.rules_set', { maker_checker: true, second_factor: false }],
    ['organization.renamed', {}],
    ['user.status_set', { status: 'disabled' }],
    ['user.status_set', { status: 'active' }],
    ['user.renamed', {}],
    ['user.moved', { from: expect.any(String) }],
  ]);
  const [event] = await owner(
    "select actor_id, detail from audit.events where action = 'user.renamed' and object_id = $1",
    [pilot.id],
  );
  expect(event).toMatchObject({ actor_id: root.id, detail: { to: 'Another' } });
});

const checksOf = async (who: Member, run: string) =>
  (
    await bank.database.asCaller(who.caller, (tx) =>
      tx.query('select * from public.approval_checks($1)', [run]),
    )
  ).rows;

test('the checks before an approval agree with its refusals', async () => {
  const [fine, failed, withheld] = [
    await makeBatch(),
    await makeBatch('fail'),
    await makeBatch('withheld'),
  ];
  for (const { run, batch } of [fine, withheld]) await evidence([run], { mentions: [batch] });
  const holds = true;
  const user = await bank.member('pilot_user');
  expect(await checksOf(admin, fine.run)).toEqual([
    { subject: 'tests', holds, exception: false, detail: 'pass' },
    { subject: 'evidence', holds, exception: false, detail: '1' },
    { subject: 'approver', holds, exception: false, detail: null },
  ]);
  expect((await checksOf(admin, withheld.run))[0]).toMatchObject({ holds, exception: true });
  const [tests, documents] = await checksOf(admin, failed.run);
  expect(await approve(admin, failed.run)).toContain(tests.detail);
  expect(documents).toMatchObject({ holds: false, detail: expect.stringContaining('evidence') });
  expect((await checksOf(maker, fine.run))[2].detail).toBe(
    String(await approve(maker, fine.run)).replace(/^\S+ /, ''),
  );
  expect((await checksOf(user, fine.run))[2]).toMatchObject({ holds: false });
});

test('a decline needs a reason and another administrator than the maker; an approval replaces it', async () => {
  const { run, batch } = await makeBatch();
  await evidence([run], { mentions: [batch] });
  const decline = (who: Member, reason: string) =>
    bank.attempt(who, ['select public.decline_model_run($1, $2)', [run, reason]]);
  const declined = async () =>
    (
      await owner(
        'select declined_by, approval_notes from public.governance_audit where run_id = $1',
        [run],
      )
    )[0];
  expect(await decline(maker, 'Too coarse')).toContain('Maker-checker');
  const user = await bank.member('pilot_user');
  expect(await decline(user, 'Too coarse')).toContain('needs the role admin');
  expect(await decline(admin, ' ')).toContain('A reason is required');
  await decline(admin, 'Too coarse');
  expect(await declined()).toEqual({ declined_by: admin.id, approval_notes: 'Too coarse' });
  await approve(admin, run);
  expect(await declined()).toMatchObject({ declined_by: null });
  expect(await decline(admin, 'Late')).toContain('revoke the approval');
});
