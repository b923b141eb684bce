import { beforeAll, describe, expect, test } from 'vitest';
import { transaction } from '../../src/platform/database/database.ts';
import { upsertSuperadmin } from '../../src/product/access/upsert-superadmin.ts';
import { startBeforeTests } from '../support/before-tests.ts';
import {
  type Member,
  makeMember,
  makeOrganization,
  startBank,
  together,
} from '../support/members.ts';
import { createTestDatabase } from '../support/test-database.ts';
import { onDatabase } from '../upgrade/restore.ts';

const bank = startBeforeTests(startBank);
let admin: Member;
let root: Member;
let second: Member;

const NO_ORGANIZATION =
  'PT409 A superadmin belongs to no organization: this person needs a second account';
const NO_ROLE =
  'PT409 A member of an organization cannot be superadmin: this person needs a second account';

/** One row of tenant $1 in each table with tenant rows. */
const ROWS: Record<string, string> = {
  'storage.objects':
    "(bucket_id, name, version, tenant_id) values ('ingested_data', 'x', gen_random_uuid(), $1)",
  runs: "(tenant_id, kind) values ($1, 'x')",
  ingestion_manifests: `(tenant_id, filename, record_count, schema, storage_path, format, file_size, sha256, parquet_path)
    values ($1, 'x', 1, '{}', 'x', 'csv', 1, 'x', 'x')`,
  generation_logs: "(tenant_id, entity_type) values ($1, 'x')",
  batch_reports: "(batch_id, tenant_id, sha256) values (gen_random_uuid(), $1, 'x')",
  'bank.customers': `(customer_id, full_name, email, join_date, batch_id, tenant_id)
    values ('x', 'x', 'x', now(), gen_random_uuid(), $1)`,
  'bank.accounts': `(account_id, account_type, status, current_balance, open_date, customer_id, currency, batch_id, tenant_id)
    values ('x', 'x', 'x', 1, now(), 'x', 'EUR', gen_random_uuid(), $1)`,
  'bank.transactions': `(txn_id, amount, txn_ts, batch_id, tenant_id) values ('x', 1, now(), gen_random_uuid(), $1)`,
  governance_audit: "(tenant_id, model_type, dataset_ref) values ($1, 'x', 'x')",
  pattern_analysis_results: "(tenant_id, dataset_name, analysis_type) values ($1, 'x', 'x')",
  exception_batches: `(tenant_id, batch_name, exception_count, threshold_used, exceptions) values ($1, 'x', 1, 1, '[]')`,
  cases: `(tenant_id, batch_id, source_id, subject_column, subject, evidence, rows, reasons)
    values ($1, gen_random_uuid(), gen_random_uuid(), 'x', 'x', 1, '{1}', '[]')`,
  case_events: "(case_id, tenant_id, action) values (gen_random_uuid(), $1, 'comment')",
  rankers: `(tenant_id, version, governance_run_id, seed, decisions, confirmed, cleared, sources, trained_through, model, sha256, segments)
    values ($1, 1, gen_random_uuid(), '1', '[]', 0, 0, '[]', now(), '{}', 'x', '[]')`,
  review_settings: '(tenant_id) values ($1)',
  alert_scores:
    "(tenant_id, batch_id, system, alerts_sha256, average_precision, scores) values ($1, gen_random_uuid(), 'x', 'x', 0, '{}')",
  exception_decisions: `(batch_id, item, decision, tenant_id, decided_by)
    values (gen_random_uuid(), 0, 'approved', $1, gen_random_uuid())`,
  evidence_documents: `(tenant_id, filename, file_type, file_size, storage_path, uploaded_by, org_id)
    values ($1, 'x', 'x', 1, 'x', gen_random_uuid(), $1)`,
  evidence_links: `(document_id, governance_run_id, tenant_id, linked_by)
    values (gen_random_uuid(), gen_random_uuid(), $1, gen_random_uuid())`,
  privacy_sources:
    "(tenant_id, name, unit, budget_epsilon, budget_rho, budget_delta) values ($1, 'x', 'x', 1, 1, 1)",
  privacy_ledger: `(source_id, sequence, time, operation, mechanism, unit, nano_rho, delta, code_hash, previous_hash, hash, epsilon, tenant_id)
    values (gen_random_uuid(), 1, 'x', 'x', 'x', 'x', 1, 0, 'x', 'x', 'x', 1, $1)`,
  stored_models: `(tenant_id, manifest_id, mode, epsilon, engine, model_hash, model_bytes, object_name, guarantee, sources)
    values ($1, gen_random_uuid(), 'x', 1, 'x', 'x', 1, 'x', '{}', '{}')`,
  environments:
    "(tenant_id, name, request_sha256, rows_tenant) values ($1, 'x', 'x', gen_random_uuid())",
  webhooks: "(tenant_id, url, events, secret) values ($1, 'x', '{batch.finished}', 'x')",
  webhook_deliveries:
    "(tenant_id, webhook_id, event, body) values ($1, gen_random_uuid(), 'x', '{}')",
  ingestion_recipes: "(tenant_id, name, recipe, sha256) values ($1, 'x', '{}', 'x')",
  table_sets: "(tenant_id, name, keys, relations) values ($1, 'x', '{}', '[]')",
  model_approvals: `(tenant_id, run_id, intended_use, audience, expires_on, content_sha256, evidence, sha256, approved_by)
    values ($1, gen_random_uuid(), 'x', 'x', now(), 'x', '[]', 'x', gen_random_uuid())`,
  api_keys:
    "(tenant_id, name, prefix, key_hash, tables, made_for, made_as) values ($1, 'x', 'x', 'x', '{customers}', $1, 'admin')",
};
/** Tables with unreadable columns, and one readable column of each. */
const COLUMN: Record<string, string> = {
  api_keys: 'id',
  batch_reports: 'batch_id',
  webhooks: 'id',
};

beforeAll(async () => {
  admin = await bank.member('admin');
  root = await bank.member('superadmin');
  second = await bank.member('superadmin');
  await onDatabase(bank.url, async (client) => {
    // Rows are only read, so their references need not exist.
    await client.query('set session_replication_role = replica');
    for (const [table, row] of Object.entries(ROWS)) {
      await client.query(`insert into ${table} ${row}`, [bank.organization]);
    }
  });
});

const enter = (superadmin: Member) =>
  bank.attempt(root, [
    'update public.profiles set org_id = $1 where id = $2',
    [bank.organization, superadmin.id],
  ]);

test('every table that belongs to tenants and is granted has rows above', async () => {
  const { rows } = await bank.database.owner.query<{ name: string }>(
    "select replace(relation::text, 'public.', '') as name from private.tenant_tables where relation::text not like 'private.%'",
  );
  expect(rows.map(({ name }) => name).sort()).toEqual(Object.keys(ROWS).sort());
});

/** Tables whose tenant is the organization itself, or follows from another column. */
const NOT_MOVED = ['private.log_openings', 'private.row_deltas', 'profiles', 'truth_readers'];

test('every table with a tenant is one whose rows follow a user into an organization', async () => {
  const { rows } = await bank.database.owner.query<{ name: string }>(
    `select replace(c.oid::regclass::text, 'public.', '') as name from pg_class c join pg_attribute a on a.attrelid = c.oid
      where c.relkind in ('r', 'p') and a.attname = 'tenant_id' and not c.relispartition
        and c.relnamespace in ('public'::regnamespace, 'bank'::regnamespace, 'storage'::regnamespace, 'private'::regnamespace)
        and not exists (select from private.tenant_tables t where t.relation = c.oid)`,
  );
  expect(rows.map(({ name }) => name).sort()).toEqual(NOT_MOVED);
});

test('a recipe follows its user, unless the organization has one of that name', async () => {
  const recipe = (tenant: string) =>
    bank.database.owner.query(
      "insert into public.ingestion_recipes (tenant_id, name, recipe, sha256) values ($1, 'Statement', '{}', 'x')",
      [tenant],
    );
  const organization = await makeOrganization(bank.database);
  const join = async () => {
    const lone = await makeMember(bank.database, { role: 'pilot_user' });
    await recipe(lone.id);
    return bank.attempt(root, [
      'update public.profiles set org_id = $1 where id = $2',
      [organization, lone.id],
    ]);
  };
  expect(await join()).toBe(1);
  expect(await join()).toBe('PT409 Both have a recipe named "Statement": delete one of them first');
});

describe('a superadmin who tries to enter an organization sees none of its', () => {
  test.each(Object.keys(ROWS))('%s', async (table) => {
    const count: [string] = [`select ${COLUMN[table] ?? 'tenant_id'} from ${table}`];
    expect(await enter(root)).toBe(NO_ORGANIZATION);
    expect(await enter(second)).toBe(NO_ORGANIZATION);
    expect(await bank.attempt(root, count)).toBe(0);
    expect(await bank.attempt(second, count)).toBe(0);
    // The admin must see the row.
    expect(await bank.attempt(admin, count)).toBe(1);
  });

  test.each(['customers', 'accounts', 'transactions'])('view %s', async (view) => {
    const count: [string] = [`select batch_id from public.${view}`];
    expect(await enter(root)).toBe(NO_ORGANIZATION);
    expect(await bank.attempt(root, count)).toBe(0);
    expect(await bank.attempt(admin, count)).toBe(1);
  });
});

test('a member is not made superadmin, neither by the role nor by the setup of a superadmin', async () => {
  const grant = "insert into public.user_roles (user_id, role) values ($1, 'superadmin')";
  expect(await bank.attempt(root, [grant, [admin.id]])).toBe(NO_ROLE);
  const setUp = transaction(bank.database.owner, (tx) =>
    upsertSuperadmin(tx, {
      account: { email: admin.email, password: 'correct horse battery' },
      action: 'superadmin.setup',
    }),
  );
  await expect(setUp).rejects.toMatchObject({ code: 'PT409', message: NO_ROLE.slice(6) });
  const { rows } = await bank.database.owner.query(
    `select u.encrypted_password, string_agg(r.role, ',') as roles from auth.users u
       join public.user_roles r on r.user_id = u.id where u.id = $1 group by 1`,
    [admin.id],
  );
  expect(rows).toEqual([{ encrypted_password: null, roles: 'admin' }]);
});

test('of a grant and an organization at once, one is refused', async () => {
  for (let round = 0; round < 10; round++) {
    const person = await makeMember(bank.database, { role: 'admin' });
    const outcomes = await bank.together([
      [
        root,
        "insert into public.user_roles (user_id, role) values ($1, 'superadmin')",
        [person.id],
      ],
      [
        second,
        'update public.profiles set org_id = $1 where id = $2',
        [bank.organization, person.id],
      ],
    ]);
    expect(outcomes.filter((one) => one === 1)).toHaveLength(1);
    expect([NO_ROLE, NO_ORGANIZATION]).toContain(outcomes.find((one) => one !== 1));
  }
});

const OTHERS_END = [
  [
    'disable',
    "update public.profiles set status = 'disabled' where id = $1 and status = 'active'",
    'The last superadmin cannot be disabled or deleted',
  ],
  [
    'delete',
    'delete from public.profiles where id = $1',
    'The last superadmin cannot be disabled or deleted',
  ],
  [
    'take the role of',
    "delete from public.user_roles where user_id = $1 and role = 'superadmin'",
    'The last superadmin cannot lose the role',
  ],
] as const;

test.each(process.env.TEST_LONG ? OTHERS_END : OTHERS_END.slice(0, 1))(
  'two superadmins who %s one another leave one',
  async (_, statement, said) => {
    const own = await createTestDatabase();
    try {
      for (let round = 0; round < 8; round++) {
        await own.database.owner.query("delete from public.user_roles where role = 'pilot_user'");
        const pair = [
          await makeMember(own.database, { role: 'superadmin' }),
          await makeMember(own.database, { role: 'superadmin' }),
        ] as const;
        // Delete the rows of the previous round.
        await onDatabase(own.url, async (client) => {
          await client.query('set session_replication_role = replica');
          await client.query('delete from public.user_roles where user_id <> all ($1)', [
            pair.map(({ id }) => id),
          ]);
        });
        const answers = await together(own.database, [
          [pair[0], statement, [pair[1].id]],
          [pair[1], statement, [pair[0].id]],
        ]);
        expect(answers.sort()).toEqual([1, `42501 ${said}`]);
        const { rows } = await own.database.owner.query(
          `select count(*)::int as left from public.user_roles r join public.profiles p on p.id = r.user_id
          where r.role = 'superadmin' and p.status = 'active'`,
        );
        expect(rows).toEqual([{ left: 1 }]);
      }
    } finally {
      await own.close();
    }
  },
);
