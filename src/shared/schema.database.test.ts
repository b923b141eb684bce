import { expect, test } from 'vitest';
import { startBeforeTests } from '../../test/support/before-tests.ts';
import { createTestDatabase } from '../../test/support/test-database.ts';
import { BANK_TABLES } from './bank-tables.ts';
import { KEY_SCOPES } from './key-scopes.ts';
import {
  MAX_API_KEY_NAME_LENGTH,
  MAX_BATCH_NAME_LENGTH,
  MAX_EVIDENCE_BYTES,
  MAX_ORGANIZATION_DOMAIN_LENGTH,
  MAX_ORGANIZATION_NAME_LENGTH,
  MAX_UPLOAD_BYTES,
} from './limits.ts';
import { DEFAULT_ROLE, ROLES } from './roles.ts';
import {
  BATCH_STATUSES,
  CASE_DECISIONS,
  CASE_OUTCOMES,
  CASE_STATUSES,
  DATASET_KINDS,
  EXCEPTION_STATUSES,
  RUN_STATUSES,
  USER_STATUSES,
} from './statuses.ts';

const db = startBeforeTests(createTestDatabase);

async function checksOf(table: string, column: string): Promise<string> {
  const { rows } = await db.database.owner.query<{ definition: string }>(
    `select pg_get_constraintdef(c.oid) as definition
       from pg_constraint c
       join pg_attribute a on a.attrelid = c.conrelid and c.conkey = array[a.attnum]
      where c.contype = 'c' and c.conrelid = $1::regclass and a.attname = $2`,
    [table, column],
  );
  return rows.map(({ definition }) => definition).join(' ');
}

async function valuesOf(table: string, column: string): Promise<string[]> {
  const definition = await checksOf(table, column);
  return [...definition.matchAll(/'([a-z_]+)'::text/g)].map(([, value]) => value!);
}

test.each([
  ['public.user_roles', 'role', ROLES],
  ['public.profiles', 'status', USER_STATUSES],
  ['public.runs', 'status', RUN_STATUSES],
  ['public.generation_logs', 'status', BATCH_STATUSES],
  ['public.exception_batches', 'status', EXCEPTION_STATUSES],
  ['public.exception_decisions', 'decision', CASE_DECISIONS],
  ['public.cases', 'status', CASE_STATUSES],
  ['public.cases', 'outcome', Object.keys(CASE_OUTCOMES)],
  ['public.ingestion_manifests', 'kind', DATASET_KINDS],
])(
  '%s.%s takes the values that the application knows, and no others',
  async (table, column, known) => {
    expect((await valuesOf(table, column)).toSorted()).toEqual([...known].toSorted());
  },
);

test('the role of a new user is the default one', async () => {
  const { rows } = await db.database.owner.query<{ value: string }>(
    `select column_default as value from information_schema.columns
      where table_schema = 'public' and table_name = 'user_roles' and column_name = 'role'`,
  );
  expect(rows[0]!.value).toBe(`'${DEFAULT_ROLE}'::text`);
});

test('buckets enforce the limits of pages and server', async () => {
  const { rows } = await db.database.owner.query<{ id: string; bytes: string | null }>(
    'select id, file_size_limit as bytes from storage.buckets',
  );
  const limits = new Map(rows.map(({ id, bytes }) => [id, Number(bytes)]));
  expect(limits.get('ingested_data')).toBe(MAX_UPLOAD_BYTES);
  expect(limits.get('evidence-vault')).toBe(MAX_EVIDENCE_BYTES);
});

test.each([
  ['public.evidence_documents', 'file_size', MAX_EVIDENCE_BYTES],
  ['public.organizations', 'name', MAX_ORGANIZATION_NAME_LENGTH],
  ['public.organizations', 'domain', MAX_ORGANIZATION_DOMAIN_LENGTH],
  ['public.api_keys', 'name', MAX_API_KEY_NAME_LENGTH],
  ['public.generation_logs', 'name', MAX_BATCH_NAME_LENGTH],
])('the check on %s.%s ends where the application does', async (table, column, limit) => {
  expect(await checksOf(table, column)).toMatch(new RegExp(`<= '?${limit}\\b`));
});

test('an API key can be limited to each of the bank tables and scopes, and to no other', async () => {
  expect((await valuesOf('public.api_keys', 'tables')).toSorted()).toEqual(
    [...BANK_TABLES].toSorted(),
  );
  const scopes = await valuesOf('public.api_keys', 'scopes');
  expect(scopes.toSorted()).toEqual([...KEY_SCOPES].toSorted());
});
